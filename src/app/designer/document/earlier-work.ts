/** Unsaved work of an earlier version of the page, which kept whole drafts, as commands: no kept edit is lost. */

import { workingCopyOf } from '#flow/change/working-copy.ts';
import { confirmAll, createEditor, type EditorState, edit, unknownSeq } from '#flow/commands/editor.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import type { Draft, UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import { commandLabel } from './edit-labels.ts';

/**
 * An editor with the work as pending commands, made on the revision that it was based on; of a local draft nothing is
 * pending. The ids of the commands are always the same, so that work which was restored twice is applied once.
 */
export function editorOfWork({ base, past, draft, at, editor }: UnsavedWork): EditorState {
  if (editor !== undefined) return editor;
  const earlier: EditLabel = { name: 'earlierEdit' };
  const oldest = past[0]?.before ?? draft;
  const steps: { label: EditLabel; content: Draft }[] = [
    { label: earlier, content: oldest },
    ...past.map(({ label, after }) => ({ label: label ?? earlier, content: after })),
    { label: earlier, content: draft },
  ];
  const start = createEditor({ seq: unknownSeq, copy: workingCopyOf(base?.draft ?? oldest) });
  const restored = steps.reduce((state, { label, content }, nth) => {
    const id = `kept-${at.toString(36)}-${nth}`;
    return edit(state, content, { id, label: commandLabel(label) });
  }, start);
  return base === null ? confirmAll(restored) : restored;
}
