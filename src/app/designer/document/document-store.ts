/** The document store of one open flow: the draft with its undo history, the saved base, and the state of saving. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowResource } from '#api/flows/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import type { Base, Draft } from '../../unsaved-work/unsaved-work.ts';
import { closeGesture, createHistory, type History, jumpTo, pushEdit, redo, undo } from './history.ts';

/** A pure edit of the definition, from `#flow/edit`. Returns its argument when it changes nothing. */
export type Edit = (definition: FlowDefinition) => FlowDefinition;

/** Why the last attempt to save did not create a revision. */
export type SaveFailure = { kind: 'invalid' | 'offline' | 'refused'; message: string };

export type DraftHistory = History<Draft, EditLabel>;

export type DocumentState = {
  /** The flow's SID, or the id of a local draft. */
  id: string;
  /** null for a local draft. */
  base: Base | null;
  history: DraftHistory;
  /** Unsaved edits from before the flow was reopened that are no longer in `history`. */
  editsBeforeHistory: number;
  /** Incremented with every change of the draft. `persistedVersion` is the last one in the journal. */
  version: number;
  persistedVersion: number;
  persistFailed: boolean;
  saving: boolean;
  failure: SaveFailure | null;
  /** A revision on the server that is newer than `base`. While it is set, nothing is saved. */
  newerRevision: FlowResource | null;
  /** When the restored work was last changed (epoch ms); null when nothing was restored or the notice was dismissed. */
  restoredAt: number | null;
  /** Findings that only the server reported, with the draft that they hold for. */
  serverFindings: { draft: Draft; findings: readonly Finding[] } | null;
};

export type DocumentStore = StoreApi<DocumentState> & {
  /** Applies an edit as an undo step; an edit that returns the same definition adds none. */
  apply(label: EditLabel, edit: Edit, options?: { gesture?: string }): void;
  rename(name: string, options?: { gesture?: string }): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
  jumpTo(steps: number): void;
  /** Makes `flow` the base after a save. `draft` is the content that was sent; later edits stay unsaved. */
  setBase(flow: FlowResource, draft: Draft): void;
  /** Makes `flow` the base and its content (or `draft`) the present draft, as an undo step. */
  adoptRevision(flow: FlowResource, draft?: Draft): void;
};

/** What a document store starts from. */
export type DocumentInit = {
  id: string;
  base: Base | null;
  draft: Draft;
  past?: DraftHistory['past'];
  changes?: number;
  newerRevision?: FlowResource | null;
  restoredAt?: number | null;
};

/** Creates the store of one open flow. It uses no clock and no network. */
export function createDocumentStore(init: DocumentInit): DocumentStore {
  const { id, base, draft, past = [], changes = 0, newerRevision = null, restoredAt = null } = init;
  const store = createStore<DocumentState>(() => ({
    id,
    base,
    history: { ...createHistory<Draft, EditLabel>(draft), past },
    editsBeforeHistory: Math.max(0, changes - past.length),
    version: 0,
    persistedVersion: 0,
    persistFailed: false,
    saving: false,
    failure: null,
    newerRevision,
    restoredAt,
    serverFindings: null,
  }));

  const update = (next: (history: DraftHistory) => DraftHistory) =>
    store.setState((state) => {
      const history = next(state.history);
      if (history.present === state.history.present) return { history };
      return { history, version: state.version + 1, failure: null };
    });
  const rebase = (newBase: Base, next: (history: DraftHistory) => DraftHistory) =>
    store.setState((state) => {
      const history = next(state.history);
      return {
        base: newBase,
        history,
        version: history.present === state.history.present ? state.version : state.version + 1,
        editsBeforeHistory: 0,
        newerRevision: null,
        restoredAt: null,
        failure: null,
      };
    });

  return Object.assign(store, {
    apply(label: EditLabel, edit: Edit, { gesture }: { gesture?: string } = {}) {
      update((history) => {
        const definition = edit(history.present.definition);
        if (definition === history.present.definition) return history;
        return pushEdit(history, label, { ...history.present, definition }, gesture ?? null);
      });
    },
    rename(name: string, { gesture }: { gesture?: string } = {}) {
      update((history) => {
        if (name === history.present.name) return history;
        const label: EditLabel = { name: 'renameFlow', flow: name };
        return pushEdit(history, label, { ...history.present, name }, gesture ?? null);
      });
    },
    endGesture: () => update(closeGesture),
    undo: () => update(undo),
    redo: () => update(redo),
    jumpTo: (steps: number) => update((history) => jumpTo(history, steps)),
    setBase(flow: FlowResource, saved: Draft) {
      rebase({ flow, draft: saved }, closeGesture);
    },
    adoptRevision(flow: FlowResource, content = draftOf(flow, store.getState().history.present)) {
      const label: EditLabel = { name: 'adoptRevision', revision: flow.revision };
      rebase({ flow, draft: content }, (history) => pushEdit(closeGesture(history), label, content));
    },
  });
}

/** The content of a fetched flow. `fallback` supplies the definition where the resource leaves it out. */
export function draftOf(flow: FlowResource, fallback: Draft): Draft {
  return { name: flow.friendly_name, definition: flow.definition ?? fallback.definition };
}

/**
 * The number of edits between the draft and the saved base; 0 when it is saved. The automatic layout of a flow
 * without positions does not count.
 */
export function countUnsavedChanges({ base, history, editsBeforeHistory }: DocumentState): number {
  const { past, present, future } = history;
  if (base === null) return Math.max(1, countEdits(past) + editsBeforeHistory);
  if (present === base.draft) return 0;
  const undoable = past.findLastIndex((entry) => entry.before === base.draft);
  if (undoable >= 0) return countEdits(past.slice(undoable));
  const redoable = future.findIndex((entry) => entry.after === base.draft);
  if (redoable >= 0) return countEdits(future.slice(0, redoable + 1));
  return Math.max(1, countEdits(past) + editsBeforeHistory);
}

function countEdits(entries: DraftHistory['past']): number {
  return entries.filter(({ label }) => label.name !== 'layOut').length;
}
