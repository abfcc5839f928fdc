/** The opened flow: what is edited, what the server has of it, and what can be undone. One store per opened flow. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowResource } from '#api/flows.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Finding } from '#flow/finding.ts';
import type { Base, Draft } from '../../unsaved-work/unsaved-work.ts';
import type { EditName } from '../../words/designer.ts';
import { closeGesture, createHistory, type History, jumpTo, record, redo, undo } from './history.ts';

export type Edit = (definition: FlowDefinition) => FlowDefinition;

/** Why the last try to save did not end in a revision. */
export type SaveFailure = { kind: 'invalid' | 'offline' | 'refused'; message: string };

export type DocumentState = {
  /** The flow's SID, or the id of a draft that the server has never seen. */
  id: string;
  base: Base | null;
  history: History<Draft, EditName>;
  /** Edits that were unsaved before the flow was opened again; they are older than `history`. */
  editsBeforeHistory: number;
  /** Counts every change of the draft; `keptChange` is the last one that the journal holds. */
  change: number;
  persistedVersion: number;
  persistFailed: boolean;
  saving: boolean;
  failure: SaveFailure | null;
  /** A revision on the server that is newer than `base`. While there is one, nothing is saved. */
  newer: FlowResource | null;
  /** When the restored work was last changed (epoch ms); null when nothing was restored or the line was closed. */
  restored: number | null;
  /** What the server found that the page did not, for the draft it was found in. */
  told: { draft: Draft; findings: readonly Finding[] } | null;
};

export type DocumentStore = StoreApi<DocumentState> & {
  /** Makes a named edit. An edit that gives back the same definition is none. */
  apply(name: EditName, edit: Edit, options?: { gesture?: string }): void;
  rename(name: string, options?: { gesture?: string }): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
  jumpTo(entries: number): void;
  /**
   * Takes a revision of the server as the new ground. `draft` is what the server has of it, left out: what
   * `flow` holds. With a `name` the draft becomes that too, as an edit; so it does when `draft` is left out.
   */
  setBase(flow: FlowResource, draft?: Draft, name?: EditName | null): void;
};

export type DocumentInit = {
  id: string;
  base: Base | null;
  draft: Draft;
  past?: History<Draft, EditName>['past'];
  changes?: number;
  newer?: FlowResource | null;
  restored?: number | null;
};

/** The document of one opened flow. Nothing in it reads a clock or a network. */
export function createDocumentStore(opening: DocumentInit): DocumentStore {
  const { id, base, draft, past = [], changes = 0, newer = null, restored = null } = opening;
  const store = createStore<DocumentState>(() => ({
    id,
    base,
    history: { ...createHistory<Draft, EditName>(draft), past },
    editsBeforeHistory: Math.max(0, changes - past.length),
    change: 0,
    persistedVersion: 0,
    persistFailed: false,
    saving: false,
    failure: null,
    newer,
    restored,
    told: null,
  }));

  const move = (next: (history: DocumentState['history']) => DocumentState['history']) =>
    store.setState((state) => {
      const history = next(state.history);
      if (history.present === state.history.present) return { history };
      return { history, change: state.change + 1, failure: null };
    });

  return Object.assign(store, {
    apply(name: EditName, edit: Edit, { gesture }: { gesture?: string } = {}) {
      move((history) => {
        const definition = edit(history.present.definition);
        if (definition === history.present.definition) return history;
        return record(history, name, { ...history.present, definition }, gesture ?? null);
      });
    },
    rename(name: string, { gesture }: { gesture?: string } = {}) {
      move((history) => {
        if (name === history.present.name) return history;
        return record(history, 'renameFlow', { ...history.present, name }, gesture ?? null);
      });
    },
    endGesture: () => move(closeGesture),
    undo: () => move(undo),
    redo: () => move(redo),
    jumpTo: (entries: number) => move((history) => jumpTo(history, entries)),
    setBase(
      flow: FlowResource,
      draft?: Draft,
      name: EditName | null = draft === undefined ? 'takeRevision' : null,
    ) {
      store.setState((state) => {
        const kept = draft ?? draftOf(flow, state.history.present);
        const sealed = closeGesture(state.history);
        const history = name === null ? sealed : record(sealed, name, kept);
        const change = history.present === state.history.present ? state.change : state.change + 1;
        return {
          base: { flow, draft: kept },
          history,
          change,
          editsBeforeHistory: 0,
          newer: null,
          restored: null,
          failure: null,
        };
      });
    },
  });
}

/** What a fetched flow holds to edit. `otherwise` gives what a list item leaves out. */
export function draftOf(flow: FlowResource, otherwise: Draft): Draft {
  return { name: flow.friendly_name, definition: flow.definition ?? otherwise.definition };
}

/**
 * How many edits lie between the draft and what the server keeps; 0 when it is saved. Laying out a flow that
 * came without places is no change by itself.
 */
export function countUnsavedChanges({ base, history, editsBeforeHistory }: DocumentState): number {
  const { past, present, future } = history;
  if (base === null) return Math.max(1, counted(past) + editsBeforeHistory);
  if (present === base.draft) return 0;
  const behind = past.findLastIndex((entry) => entry.before === base.draft);
  if (behind >= 0) return counted(past.slice(behind));
  const ahead = future.findIndex((entry) => entry.after === base.draft);
  if (ahead >= 0) return counted(future.slice(0, ahead + 1));
  return Math.max(1, counted(past) + editsBeforeHistory);
}

function counted(entries: readonly { name: EditName }[]): number {
  return entries.filter(({ name }) => name !== 'layOut').length;
}
