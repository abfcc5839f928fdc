/** The save status of a document: what of it is where. */

import { countUnsavedChanges, type DocumentState } from './document-store.ts';

/** `changes` counts edits that only this page or this browser has; `lost` those that could not be applied. */
export type SaveStatus =
  | { kind: 'saved'; revision: number }
  | { kind: 'saving' }
  | { kind: 'offline' | 'storing' | 'draft' | 'notStored' | 'outdated'; changes: number }
  | { kind: 'deleted' }
  | { kind: 'lost'; lost: number };

/** The status to show. Edits count as kept only once the journal has written them. */
export function saveStatus(state: DocumentState): SaveStatus {
  const { base, editor, saving, isOffline, isDeleted, isOutdated, persistFailed } = state;
  const isPersisted = state.persistedVersion === state.version;
  if (saving) return { kind: 'saving' };
  if (base === null) {
    const changes = countUnsavedChanges(state);
    if (persistFailed) return { kind: 'notStored', changes };
    return { kind: isPersisted ? 'draft' : 'storing', changes };
  }
  const changes = editor.pending.length;
  const isUnsent = isOffline || isOutdated || isDeleted;
  if (changes > 0 && persistFailed && isUnsent) return { kind: 'notStored', changes };
  if (isDeleted) return { kind: 'deleted' };
  if (isOutdated) return { kind: changes === 0 || isPersisted ? 'outdated' : 'storing', changes };
  if (isOffline) return { kind: changes === 0 || isPersisted ? 'offline' : 'storing', changes };
  if (changes > 0) return { kind: 'saving' };
  if (editor.lost.length > 0) return { kind: 'lost', lost: editor.lost.length };
  return { kind: 'saved', revision: base.flow.revision };
}
