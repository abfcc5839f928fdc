/**
 * The journal of an open flow: its edits are written to the browser's storage before the status calls them kept, and
 * restored when the flow is next opened, with what undoes them.
 */

import type { EditorState } from '#flow/commands/editor.ts';
import { type KeptEdits, type KeptEditsStorage, keptEditsKey } from '../../unsaved-work/kept-edits.ts';
import type { UnsavedWorkStorage } from '../../unsaved-work/storage.ts';
import type { UnsavedWork } from '../../unsaved-work/unsaved-work.ts';
import { countUnsavedChanges, type DocumentState, type DocumentStore } from './document-store.ts';

/** The parts of the browser's storage that the journal uses: of local drafts, and of flows of the server. */
export type JournalStorage = {
  drafts: Pick<UnsavedWorkStorage, 'write'>;
  edits: Pick<KeptEditsStorage, 'write'>;
};

const maxPersistedSteps = 50;
const writeIntervalMs = 100;
/** Of what the server has, only the undo steps are written. */
const lazyIntervalMs = 2_000;

/**
 * Persists each change of `document`: one write at a time, always the newest state. `flush` writes immediately and resolves
 * when the newest state is persisted or the write failed; `leave` hands the newest state to the browser at once, without
 * waiting for a write in progress, because the page ends; `stop` flushes and unsubscribes.
 */
export function startJournal(
  document: DocumentStore,
  storage: JournalStorage,
  client: string,
  now: () => number,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLazy = false;
  let running: Promise<void> | null = null;

  const store = (state: DocumentState) =>
    state.base === null
      ? storage.drafts.write(localDraftOf(state, now()))
      : storage.edits.write(keptEditsOf(state, state.base, client, now()));
  const write = async () => {
    for (
      let state = document.getState();
      state.persistedVersion !== state.version;
      state = document.getState()
    ) {
      try {
        await store(state);
      } catch {
        document.setState({ persistFailed: true });
        return;
      }
      document.setState({ persistedVersion: state.version, persistFailed: false });
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
  const unsubscribe = document.subscribe(({ version, base, editor }, before) => {
    if (version === before.version) return;
    // What could not be applied is nowhere else.
    const canWait = base !== null && editor.pending.length === 0 && editor.lost === before.editor.lost;
    if (timer !== undefined && (canWait || !isLazy)) return;
    clearTimeout(timer);
    isLazy = canWait;
    timer = setTimeout(flush, canWait ? lazyIntervalMs : writeIntervalMs);
  });
  return {
    flush,
    leave() {
      const state = document.getState();
      if (state.persistedVersion !== state.version) store(state).catch(() => {});
    },
    stop() {
      unsubscribe();
      return flush();
    },
  };
}

function localDraftOf(state: DocumentState, at: number): UnsavedWork {
  const { name, definition } = state.history.present;
  const changes = countUnsavedChanges(state);
  return {
    id: state.id,
    base: null,
    past: [],
    draft: { name, definition },
    editor: withFewerSteps(state.editor),
    changes,
    at,
  };
}

function keptEditsOf(
  { id, editor, unsavedEdits }: DocumentState,
  base: KeptEdits['base'],
  client: string,
  at: number,
): KeptEdits {
  return {
    key: keptEditsKey(id, client),
    flow: id,
    client,
    base: { flow: { ...base.flow, definition: null }, draft: base.draft },
    unsavedEdits,
    editor: withFewerSteps(editor),
    at,
  };
}

function withFewerSteps(editor: EditorState): EditorState {
  return { ...editor, past: editor.past.slice(-maxPersistedSteps) };
}
