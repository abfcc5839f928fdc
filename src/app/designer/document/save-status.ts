/** The one line that always says where the work is: on the server, on its way, or on this device only. */

import { countUnsavedChanges, type DocumentState } from './document-store.ts';

/** `changes` counts edits; `at` is an ISO date-time. */
export type SaveStatus =
  | { kind: 'saved'; revision: number; at: string }
  | { kind: 'saving' }
  | { kind: 'keeping'; changes: number }
  | { kind: 'kept'; changes: number }
  | { kind: 'notKept'; changes: number }
  | { kind: 'newer'; changes: number; revision: number };

/** What the line says of this document. Work is called kept only when the journal has written it. */
export function saveStatus(state: DocumentState): SaveStatus {
  const changes = countUnsavedChanges(state);
  if (state.newer !== null) return { kind: 'newer', changes, revision: state.newer.revision };
  if (state.saving) return { kind: 'saving' };
  if (changes === 0 && state.base !== null) {
    const { revision, date_updated, date_created } = state.base.flow;
    return { kind: 'saved', revision, at: date_updated ?? date_created };
  }
  if (state.persistFailed) return { kind: 'notKept', changes };
  return { kind: state.persistedVersion === state.change ? 'kept' : 'keeping', changes };
}
