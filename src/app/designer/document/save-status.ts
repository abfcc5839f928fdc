/** The save status of a document: saved on the server, being saved, stored in this browser, or in conflict. */

import { countUnsavedChanges, type DocumentState } from './document-store.ts';

/** `changes` counts unsaved edits; `at` is an ISO date-time. */
export type SaveStatus =
  | { kind: 'saved'; revision: number; at: string }
  | { kind: 'saving' }
  | { kind: 'persisting'; changes: number }
  | { kind: 'persisted'; changes: number }
  | { kind: 'persistFailed'; changes: number }
  | { kind: 'conflict'; changes: number; revision: number };

/** The status to show. Work counts as persisted only once the journal has written it. */
export function saveStatus(state: DocumentState): SaveStatus {
  const changes = countUnsavedChanges(state);
  const { newerRevision, base } = state;
  if (newerRevision !== null) return { kind: 'conflict', changes, revision: newerRevision.revision };
  if (state.saving) return { kind: 'saving' };
  if (changes === 0 && base !== null) {
    const { revision, date_updated, date_created } = base.flow;
    return { kind: 'saved', revision, at: date_updated ?? date_created };
  }
  if (state.persistFailed) return { kind: 'persistFailed', changes };
  return { kind: state.persistedVersion === state.version ? 'persisted' : 'persisting', changes };
}
