/** The parts that are not published, with who edited each of them last. */

import { useMemo } from 'react';
import { useEditsSince } from '../../client/edits.ts';
import { usePublishedEdit } from '../../client/history.ts';
import { useDocument } from '../designer-context.tsx';
import { type EditedPart, withLastEdits } from './last-edits.ts';
import type { Unpublished } from './use-unpublished.ts';

/** Of a flow that is published. Without edits while they are loading, or where they are no longer kept. */
export function useEditedParts({ parts, revision }: Unpublished): EditedPart[] {
  const sid = useDocument((state) => state.base?.flow.sid ?? '');
  const head = useDocument((state) => state.editor.confirmed.seq);
  const copy = useDocument((state) => state.history.present);
  const publishedEdit = usePublishedEdit(sid, revision);
  const { edits } = useEditsSince(sid, revision === null ? null : (publishedEdit.data ?? null), head);
  return useMemo(() => withLastEdits(parts ?? [], edits, copy), [parts, edits, copy]);
}
