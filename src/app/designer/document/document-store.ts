/**
 * The document store of one open flow: an editor of its working copy, the newest revision, and the state of saving. What a
 * person does shows at once; what the server answers arrives through `change`.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FlowResource } from '#api/flows/schemas.ts';
import type { FlowContent, WorkingCopy } from '#flow/change/working-copy.ts';
import {
  confirmAll,
  dismissLost,
  type EditorState,
  edit,
  endGesture,
  restoreLost,
  settle,
  unknownSeq,
  withoutRestored,
} from '#flow/commands/editor.ts';
import { type ContestedStep, contestedStep, redo, settleContested, undo } from '#flow/commands/undo.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { EditLabel } from '../../unsaved-work/edit-label.ts';
import type { Base, Draft } from '../../unsaved-work/unsaved-work.ts';
import { commandLabel } from './edit-labels.ts';
import { withFollowingGroups } from './following-groups.ts';
import type { SyncState } from './sync-states.ts';

/** A pure edit of the definition, from `#flow/edit`. Returns its argument when it changes nothing. */
export type Edit = (definition: FlowDefinition) => FlowDefinition;

/** Why the last attempt to save did not create a revision. */
export type SaveFailure = { kind: 'invalid' | 'offline' | 'refused'; message: string };

/** One's own undo steps: oldest first in `past`, nearest first in `future`. */
export type DocumentHistory = {
  past: readonly HistoryStep[];
  present: WorkingCopy;
  future: readonly HistoryStep[];
};

export type HistoryStep = { label: EditLabel; gesture: string | null };

export type DocumentState = {
  /** The flow's SID, or the id of a local draft. */
  id: string;
  /** The newest revision; null for a local draft. */
  base: Base | null;
  editor: EditorState;
  /** What `editor` shows. */
  history: DocumentHistory;
  /** The revision that the flow had when it was opened, or when it was last saved at this page. */
  seenRevision: number;
  /** Edits of anybody since `base`. */
  unsavedEdits: number;
  /** Incremented with every change of the editor. `persistedVersion` is the last one in the journal. */
  version: number;
  persistedVersion: number;
  persistFailed: boolean;
  /** A step to undo, or to do again, whose text another author has changed since. */
  contested: ContestedStep | null;
  /** Where the synchronization with the server stands. */
  sync: SyncState;
  saving: boolean;
  failure: SaveFailure | null;
  /** Findings that only the server reported, with the draft that they hold for. */
  serverFindings: { draft: Draft; findings: readonly Finding[] } | null;
};

export type DocumentStore = StoreApi<DocumentState> & {
  /** Applies an edit as an undo step; an edit that returns the same definition adds none. */
  apply(label: EditLabel, edit: Edit, options?: { gesture?: string }): void;
  rename(name: string, options?: { gesture?: string }): void;
  /** Makes the flow's name and definition those, as an undo step; false when they are so already. */
  put(label: EditLabel, content: FlowContent): boolean;
  endGesture(): void;
  /** Undoes one's own newest step, never another author's; one that is contested is only shown as such. */
  undo(): void;
  redo(): void;
  /** Ends the contested step: its text is taken back as a whole, or stays; null leaves the step as it is. */
  settleContested(takesBack: boolean | null): void;
  jumpTo(steps: number): void;
  /** The editor after something that no person at this page did. `unsaved` counts edits of others in it. */
  change(next: (editor: EditorState) => EditorState, unsaved?: number): void;
  /** `flow` is the newest revision; `draft` its content. Edits that are not in it stay unsaved. */
  setBase(flow: FlowResource, draft: Draft, unsavedEdits?: number): void;
  /** The local draft is on the server as `flow`, with the first `sent` of the commands that were pending. */
  setCreated(flow: FlowResource, sent: number): void;
  /** Makes an edit that could not be applied after all, as an undo step. */
  restoreLost(id: string): void;
  dismissLost(id: string): void;
  /** An id for a command that no other command has. */
  newId(): string;
};

/** What a document store starts from. `client` is the page, and begins the ids of its commands. */
export type DocumentInit = {
  id: string;
  client: string;
  base: Base | null;
  editor: EditorState;
  unsavedEdits?: number;
};

/** Creates the store of one open flow. It uses no clock and no network. */
export function createDocumentStore(init: DocumentInit): DocumentStore {
  const store = createStore<DocumentState>(() => openedState(init));
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `${init.client}-${ids}`;
  };

  const commit = (
    next: (editor: EditorState) => EditorState,
    rest: (before: DocumentState, after: EditorState) => Partial<DocumentState>,
  ) =>
    store.setState((state) => {
      const changed = withoutRestored(next(state.editor), state.editor);
      if (changed === state.editor) return state;
      const editor = state.base === null && !state.saving ? confirmAll(changed) : changed;
      return { editor, history: historyOf(editor), version: state.version + 1, ...rest(state, editor) };
    });
  const change = (next: (editor: EditorState) => EditorState, unsaved = 0) =>
    commit(next, (before) => ({ unsavedEdits: before.unsavedEdits + unsaved }));
  /** What the person at this page does. */
  const act = (next: (editor: EditorState) => EditorState) =>
    commit(next, ({ editor, unsavedEdits }, after) => ({
      failure: null,
      unsavedEdits: unsavedEdits + (isCountedStep(editor, after) ? 1 : 0),
    }));

  return Object.assign(store, {
    change,
    newId,
    ...undoSteps(store, act, newId),
    apply(label: EditLabel, makeEdit: Edit, { gesture }: { gesture?: string } = {}) {
      act((state) => {
        const { name, definition } = state.shown;
        const changed = withFollowingGroups(label, definition, makeEdit(definition));
        if (changed === definition) return state;
        const content = { name, definition: changed };
        return edit(state, content, { id: newId(), label: commandLabel(label), gesture: gesture ?? null });
      });
    },
    rename(name: string, { gesture }: { gesture?: string } = {}) {
      act((state) => {
        if (name === state.shown.name) return state;
        const label = commandLabel({ name: 'renameFlow', flow: name });
        const content = { name, definition: state.shown.definition };
        return edit(state, content, { id: newId(), label, gesture: gesture ?? null });
      });
    },
    put(label: EditLabel, content: FlowContent) {
      const { editor } = store.getState();
      act((state) => edit(state, content, { id: newId(), label: commandLabel(label) }));
      return store.getState().editor !== editor;
    },
    endGesture: () => change(endGesture),
    restoreLost(id: string) {
      act((state) => {
        const lost = state.lost.find((each) => each.id === id);
        return lost === undefined ? state : restoreLost(state, lost, { id: newId(), label: lost.label });
      });
    },
    dismissLost: (id: string) => change((state) => dismissLost(state, id)),
    setBase(flow: FlowResource, draft: Draft, unsaved?: number) {
      store.setState((state) => ({
        base: { flow, draft },
        unsavedEdits: unsaved ?? state.editor.pending.length,
        version: state.version + 1,
        failure: null,
      }));
    },
    setCreated(flow: FlowResource, sent: number) {
      change((state) => settle(state, sent));
      store.setState((state) => ({
        id: flow.sid,
        base: { flow, draft: state.editor.confirmed.copy },
        seenRevision: flow.revision,
        unsavedEdits: state.editor.pending.length,
        failure: null,
      }));
    },
  });
}

function openedState({ id, base, editor, unsavedEdits = 0 }: DocumentInit): DocumentState {
  return {
    id,
    base,
    editor,
    history: historyOf(editor),
    seenRevision: base?.flow.revision ?? 0,
    unsavedEdits,
    version: 0,
    persistedVersion: 0,
    persistFailed: false,
    contested: null,
    sync: editor.confirmed.seq === unknownSeq ? 'opening' : 'live',
    saving: false,
    failure: null,
    serverFindings: null,
  };
}

type UndoSteps = Pick<DocumentStore, 'undo' | 'redo' | 'jumpTo' | 'settleContested'>;

function undoSteps(
  store: StoreApi<DocumentState>,
  act: (next: (editor: EditorState) => EditorState) => void,
  newId: () => string,
): UndoSteps {
  const move = (direction: 'undo' | 'redo') => {
    const contested = contestedStep(store.getState().editor, direction);
    if (contested !== null) return store.setState({ contested });
    act((state) => (direction === 'undo' ? undo : redo)(state, newId()));
  };
  return {
    undo: () => move('undo'),
    redo: () => move('redo'),
    jumpTo(steps) {
      for (;;) {
        const { past, future } = store.getState().editor;
        const direction = past.length > steps ? 'undo' : 'redo';
        if (direction === 'redo' && (past.length === steps || future.length === 0)) return;
        move(direction);
        const { editor, contested } = store.getState();
        if (contested !== null || editor.past.length === past.length) return;
      }
    },
    settleContested(takesBack) {
      const { contested } = store.getState();
      store.setState({ contested: null });
      if (contested === null || takesBack === null) return;
      act((state) => settleContested(state, contested.direction, takesBack, newId()));
    },
  };
}

/** False for more typing in a field, which is part of the step before. */
function isCountedStep(before: EditorState, { past }: EditorState): boolean {
  const newest = past.at(-1);
  const isNew = past.length !== before.past.length || newest?.gesture === null;
  return isNew && newest?.label.name !== 'layOut';
}

/** The cast is safe: the labels of own steps are those that `apply` was given. */
function historyOf({ past, shown, future }: EditorState): DocumentHistory {
  return { past, present: shown, future } as DocumentHistory;
}

/** The content of a fetched flow. `fallback` supplies the definition where the resource leaves it out. */
export function draftOf(flow: FlowResource, fallback: Draft): Draft {
  return { name: flow.friendly_name, definition: flow.definition ?? fallback.definition };
}

/**
 * The number of edits since the newest revision; 0 when the working copy is that revision. The automatic layout of a flow
 * without positions does not count.
 */
export function countUnsavedChanges({ base, history, unsavedEdits }: DocumentState): number {
  if (base === null) return Math.max(1, unsavedEdits);
  return isSameDraft(history.present, base.draft) ? 0 : unsavedEdits;
}

const compared = new WeakMap<Draft, { draft: Draft; isSame: boolean }>();

/** Compared once for each two drafts: this is asked with every key press. */
function isSameDraft(a: Draft, b: Draft): boolean {
  const known = compared.get(a);
  if (known?.draft === b) return known.isSame;
  const isSame = sameDraft(a, b);
  compared.set(a, { draft: b, isSame });
  return isSame;
}

/** The casts are safe: definitions are parsed JSON, although their TypeScript type is narrower. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return a.name === b.name && jsonEqual(a.definition, b.definition);
}
