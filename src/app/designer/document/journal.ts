/**
 * The journal of unsaved work: every change of an open flow is written to the browser's storage before it is
 * reported as stored, and restored when the flow is next opened. Work that the server has leaves the journal.
 */

import type { FlowResource } from '#api/flows/resources.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import type { UnsavedWorkStorage } from '../../unsaved-work/storage.ts';
import type { Draft, UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import {
  countUnsavedChanges,
  type DocumentInit,
  type DocumentState,
  type DocumentStore,
  type DraftHistory,
  draftOf,
} from './document-store.ts';

/** The part of the browser storage that the journal uses. */
export type JournalStorage = Omit<UnsavedWorkStorage, 'list'>;

const maxPersistedEdits = 50;
const writeIntervalMs = 100;

/**
 * Persists each change of `document`: one write at a time, at most one per 100 ms, always the newest state.
 * `flush` writes immediately and resolves when the newest state is persisted or the write failed; `stop` flushes
 * and unsubscribes.
 */
export function startJournal(document: DocumentStore, storage: JournalStorage, now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let previous = document.getState();

  const write = async () => {
    for (
      let state = document.getState();
      state.persistedVersion !== state.version;
      state = document.getState()
    ) {
      try {
        if (state.base !== null && countUnsavedChanges(state) === 0) await storage.remove(state.id);
        else await storage.write(unsavedWorkOf(state, now()));
      } catch {
        document.setState({ persistFailed: true });
        return;
      }
      // A save that ended meanwhile has another base: what was written just now may be work that the server has.
      const isCurrent = document.getState().base === state.base;
      document.setState({ persistedVersion: state.version - (isCurrent ? 0 : 1), persistFailed: false });
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
    const isChanged = state.version !== previous.version || state.base !== previous.base;
    previous = state;
    // A new base alone must be persisted too.
    if (isChanged && state.version === state.persistedVersion)
      document.setState({ persistedVersion: state.version - 1 });
    if (isChanged) timer ??= setTimeout(flush, writeIntervalMs);
  });
  return {
    flush,
    stop() {
      unsubscribe();
      return flush();
    },
  };
}

function unsavedWorkOf(state: DocumentState, at: number): UnsavedWork {
  const { id, base, history } = state;
  const storedBase = base === null ? null : { flow: { ...base.flow, definition: null }, draft: base.draft };
  const past = history.past.slice(-maxPersistedEdits);
  return { id, base: storedBase, past, draft: history.present, changes: countUnsavedChanges(state), at };
}

/**
 * What a document of a server flow starts from when this browser stores `unsaved` for it: the unsaved work, with
 * saving blocked when the server has a newer revision than its base.
 */
export function restoreDocument(flow: FlowResource, unsaved: UnsavedWork | null): DocumentInit {
  const server = draftOf(flow, unsaved?.draft ?? emptyDraft);
  if (unsaved === null || sameDraft(unsaved.draft, server)) {
    return { id: flow.sid, base: { flow, draft: server }, draft: server };
  }
  const { draft, changes, at: restoredAt, base } = unsaved;
  const restored = { id: flow.sid, draft, past: historyOf(unsaved), changes, restoredAt };
  if (base === null || base.flow.revision >= flow.revision) {
    return { ...restored, base: { flow, draft: base?.draft ?? server } };
  }
  return { ...restored, base, newerRevision: flow };
}

/** What a document of a local draft starts from. */
export function restoreLocalDraft(unsaved: UnsavedWork): DocumentInit {
  const { id, draft, changes } = unsaved;
  return { id, base: null, draft, past: historyOf(unsaved), changes };
}

function historyOf({ past }: UnsavedWork): DraftHistory['past'] {
  return past.map((edit) => ({ ...edit, label: edit.label ?? { name: 'earlierEdit' } }));
}

const emptyDraft: Draft = { name: '', definition: { description: '', states: [], initial_state: '' } };

/** The casts are safe: definitions are parsed JSON, although their TypeScript type is narrower. */
function sameDraft(a: Draft, b: Draft): boolean {
  return jsonEqual({ ...a } as unknown as JsonObject, { ...b } as unknown as JsonObject);
}
