/**
 * The journal of unsaved work: every change of an opened flow is written to this device before it is called
 * kept, and is taken up again when the flow is next opened. What the server has stored leaves the journal.
 */

import type { FlowResource } from '#api/flows.ts';
import type { JsonObject } from '#flow/json.ts';
import { sameJson } from '#flow/same-json.ts';
import type { UnsavedWorkStorage } from '../../unsaved-work/storage.ts';
import type { Draft, UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import {
  countUnsavedChanges,
  type DocumentInit,
  type DocumentState,
  type DocumentStore,
  draftOf,
} from './document-store.ts';

/** What the journal needs of the device's storage. */
export type JournalStorage = Omit<UnsavedWorkStorage, 'list'>;

const undoableAfterRestart = 50;
const quiet = 100;

/**
 * Writes each change of `document` to `storage`, one write at a time and at most one per 100 ms, always the
 * newest state. `flush` writes at once and resolves when everything is kept or has failed; `stop` also
 * writes what is still to write.
 */
export function startJournal(document: DocumentStore, storage: JournalStorage, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let asked = document.getState();

  const write = async () => {
    for (
      let state = document.getState();
      state.persistedVersion !== state.change;
      state = document.getState()
    ) {
      try {
        if (state.base !== null && countUnsavedChanges(state) === 0) await storage.remove(state.id);
        else await storage.write(unsavedOf(state, now()));
      } catch {
        document.setState({ persistFailed: true });
        return;
      }
      document.setState({ persistedVersion: state.change, persistFailed: false });
    }
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    running ??= write().finally(() => {
      running = null;
    });
    await running;
  };
  const unsubscribe = document.subscribe((state) => {
    const changed = state.change !== asked.change || state.base !== asked.base;
    asked = state;
    if (changed && state.change === state.persistedVersion)
      document.setState({ persistedVersion: state.change - 1 });
    if (changed) timer ??= setTimeout(flush, quiet);
  });
  return {
    flush,
    stop() {
      unsubscribe();
      return flush();
    },
  };
}

function unsavedOf(state: DocumentState, at: number): UnsavedWork {
  const { id, base, history } = state;
  const bare = base === null ? null : { flow: { ...base.flow, definition: null }, draft: base.draft };
  const past = history.past.slice(-undoableAfterRestart);
  return { id, base: bare, past, draft: history.present, changes: countUnsavedChanges(state), at };
}

/**
 * How a flow of the server is opened when `unsaved` is what this device holds of it: with the unsaved work,
 * and stopped from saving when the server has a newer revision than the work stands on.
 */
export function restoreDocument(flow: FlowResource, unsaved: UnsavedWork | null): DocumentInit {
  const server = draftOf(flow, unsaved?.draft ?? nothing);
  if (unsaved === null || sameDraft(unsaved.draft, server)) {
    return { id: flow.sid, base: { flow, draft: server }, draft: server };
  }
  const { draft, past, changes, at: restored, base } = unsaved;
  if (base === null || base.flow.revision >= flow.revision) {
    return { id: flow.sid, base: { flow, draft: base?.draft ?? server }, draft, past, changes, restored };
  }
  return { id: flow.sid, base, draft, past, changes, restored, newer: flow };
}

/** How a draft that the server has never seen is opened. */
export function restoreLocalDraft(unsaved: UnsavedWork): DocumentInit {
  return { id: unsaved.id, base: null, draft: unsaved.draft, past: unsaved.past, changes: unsaved.changes };
}

const nothing: Draft = { name: '', definition: { description: '', states: [], initial_state: '' } };

/** Definitions come from JSON, so they are JSON; only their TypeScript shape does not say so. */
function sameDraft(a: Draft, b: Draft): boolean {
  return sameJson({ ...a } as unknown as JsonObject, { ...b } as unknown as JsonObject);
}
