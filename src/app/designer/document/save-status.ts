/** The save status of a document: what of it is where. */

import { countUnsavedChanges, type DocumentState } from './document-store.ts';
import { isEnded } from './sync-states.ts';

/** `changes` counts edits that only this page or this browser has; `lost` those that could not be applied. */
export type SaveStatus =
  | { kind: 'saved'; revision: number }
  | { kind: 'saving' }
  | { kind: 'offline' | 'storing' | 'draft' | 'notStored' | 'outdated'; changes: number }
  | { kind: 'deleted' }
  | { kind: 'lost'; lost: number };

/** The status to show. Edits count as kept only once the journal has written them. */
export function saveStatus(state: DocumentState): SaveStatus {
  const { base, editor, saving, sync, persistFailed } = state;
  const isPersisted = state.persistedVersion === state.version;
  if (saving) return { kind: 'saving' };
  if (base === null) {
    const changes = countUnsavedChanges(state);
    if (persistFailed) return { kind: 'notStored', changes };
    return { kind: isPersisted ? 'draft' : 'storing', changes };
  }
  const changes = editor.pending.length;
  const isUnsent = sync === 'offline' || isEnded(sync);
  if (changes > 0 && persistFailed && isUnsent) return { kind: 'notStored', changes };
  if (sync === 'deleted') return { kind: 'deleted' };
  if (sync === 'refused') return { kind: changes === 0 || isPersisted ? 'outdated' : 'storing', changes };
  if (sync === 'offline') return { kind: changes === 0 || isPersisted ? 'offline' : 'storing', changes };
  if (changes > 0) return { kind: 'saving' };
  if (editor.lost.length > 0) return { kind: 'lost', lost: editor.lost.length };
  return { kind: 'saved', revision: base.flow.revision };
}
