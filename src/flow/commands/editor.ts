/**
 * An editor of a flow as a state machine without clock and network: what the server has confirmed, the own commands that
 * it has not, and what the editor shows, which is the one with the other applied.
 */

import { applyOperations } from './apply.ts';
import type { CommandLabel, Operation } from './command.ts';
import { operationsBetween } from './derive.ts';
import { invertOperations } from './invert.ts';
import { after, type LogEntry, type Numbered, rebaseAll, rebaseCommands } from './log.ts';
import type { KnownTextEdits } from './rebase.ts';
import { composeTextEdits } from './text-edit.ts';
import type { FlowContent, WorkingCopy } from './working-copy.ts';

/** A command that is not confirmed. One that was sent may be in the log, or on its way. */
export type PendingCommand = {
  id: string;
  label: CommandLabel;
  gesture: string | null;
  operations: readonly Operation[];
  sent: boolean;
};

/** What undoes one step, or does it again: operations as they are once all newer steps are undone. */
export type UndoStep = {
  label: CommandLabel;
  gesture: string | null;
  operations: readonly Operation[];
};

/** An edit that was not applied, or not all of it, because somebody else had removed what it was about. */
export type LostEdit = {
  id: string;
  label: CommandLabel;
  operations: readonly Operation[];
  shown: WorkingCopy;
};

/** Immutable. `past` and `future` are oldest first and nearest first. */
export type EditorState = {
  confirmed: Numbered;
  pending: readonly PendingCommand[];
  shown: WorkingCopy;
  past: readonly UndoStep[];
  future: readonly UndoStep[];
  lost: readonly LostEdit[];
};

/** `id` must be new in the world. Edits of one gesture are one step to undo. */
export type NewEdit = { id: string; label: CommandLabel; gesture?: string | null };

const maxSteps = 200;

/** An editor that shows the server's copy. */
export function createEditor(confirmed: Numbered): EditorState {
  return { confirmed, pending: [], shown: confirmed.copy, past: [], future: [], lost: [] };
}

/** Makes the content that an edit gave the content shown. The same state when the edit changed nothing. */
export function edit(
  state: EditorState,
  content: FlowContent,
  { id, label, gesture = null }: NewEdit,
): EditorState {
  const operations = operationsBetween(state.shown, content, (nth) => `${id}.${nth}`);
  if (operations.length === 0) return state;
  const next = perform(state, { id, label, gesture, operations });
  const step = {
    label,
    gesture,
    operations: invertOperations(state.shown, operations),
  };
  const newest = state.past.at(-1);
  if (gesture === null || newest?.gesture !== gesture)
    return { ...next, past: [...state.past, step].slice(-maxSteps), future: [] };
  const joined = { ...step, operations: [...step.operations, ...newest.operations] };
  return { ...next, past: [...state.past.slice(0, -1), joined], future: [] };
}

/** Ends the gesture: its next edit is a step of its own. */
export function endGesture(state: EditorState): EditorState {
  const newest = state.past.at(-1);
  if (newest === undefined || newest.gesture === null) return state;
  return { ...state, past: [...state.past.slice(0, -1), { ...newest, gesture: null }] };
}

/** Undoes the newest own step: what others have changed since stays. */
export function undo(state: EditorState, id: string): EditorState {
  const step = state.past.at(-1);
  if (step === undefined) return state;
  const { next, back, isWhole } = reverse(state, step, { id, label: { ...step.label, undo: 1 } });
  const past = state.past.slice(0, -1);
  return { ...next, past: isWhole ? past : withoutWidgetsOf(step, past), future: [back, ...state.future] };
}

/** Does the step again that was undone last. */
export function redo(state: EditorState, id: string): EditorState {
  const [step, ...future] = state.future;
  if (step === undefined) return state;
  const { next, back, isWhole } = reverse(state, step, { id, label: step.label });
  return { ...next, past: [...state.past, back], future: isWhole ? future : withoutWidgetsOf(step, future) };
}

/** The commands to send now: the oldest ones, at most `count`, all made on the confirmed copy. Null while some are under way. */
export function nextToSend(
  state: EditorState,
  count: number,
): { state: EditorState; base: number; commands: readonly PendingCommand[] } | null {
  if (state.pending.length === 0 || state.pending.some(({ sent }) => sent)) return null;
  const pending = state.pending.map((each, at) => (at < count ? { ...each, sent: true } : each));
  return {
    state: { ...state, pending },
    base: state.confirmed.seq,
    commands: pending.slice(0, count),
  };
}

/** The commands under way got no answer: they are sent again, which is harmless. */
export function sendAgain(state: EditorState): EditorState {
  return { ...state, pending: state.pending.map((each) => ({ ...each, sent: false })) };
}

/** The next edits of the log, without a gap. Those that the editor has are skipped; null when some are missing. */
export function receive(state: EditorState, edits: readonly LogEntry[]): EditorState | null {
  const news = edits.filter(({ seq }) => seq > state.confirmed.seq);
  if (news.length === 0) return state;
  if (news.some(({ seq }, at) => seq !== state.confirmed.seq + 1 + at)) return null;
  return news.reduce(receiveEdit, state);
}

function receiveEdit(state: EditorState, entry: LogEntry): EditorState {
  const { head, commands, lost, known } = rebaseCommands(state.pending, state.confirmed, [entry]);
  const confirmed = { ...state, confirmed: head, pending: commands, lost: addLost(state, lost) };
  return known === null ? confirmed : show(confirmed, after(head.copy, commands), known);
}

/** Shows another copy: the steps to undo and to redo follow it. */
function show(state: EditorState, shown: WorkingCopy, known: KnownTextEdits): EditorState {
  const past = rebaseAll(state.past.toReversed(), state.shown, shown, known).commands.reverse();
  const future = rebaseAll(state.future, state.shown, shown, known).commands;
  return { ...state, shown, past, future };
}

/**
 * Goes on from a copy of the server that is newer than its log remembers. `known` are the own commands that are in it; a
 * command that may be in it is not applied twice, but lost, where nobody can say.
 */
export function rebaseOnCopy(state: EditorState, newest: Numbered, known: ReadonlySet<string>): EditorState {
  const isOpen = ({ id, sent }: PendingCommand) => !sent && !known.has(id);
  const unknown = state.pending
    .filter((each) => each.sent && !known.has(each.id))
    .map((command) => ({ command, operations: [...command.operations] }));
  const firstOpen = state.pending.findIndex(isOpen);
  const open = firstOpen === -1 ? [] : state.pending.slice(firstOpen).filter(isOpen);
  const made = after(state.confirmed.copy, firstOpen === -1 ? [] : state.pending.slice(0, firstOpen));
  const { commands, lost } = rebaseAll(open, made, newest.copy);
  return show(
    { ...state, confirmed: newest, pending: commands, lost: addLost(state, [...unknown, ...lost]) },
    after(newest.copy, commands),
    new Map(),
  );
}

function perform(state: EditorState, command: Omit<PendingCommand, 'sent'>): EditorState {
  const { copy } = applyOperations(state.shown, command.operations);
  return { ...state, pending: addPending(state.pending, { ...command, sent: false }), shown: copy };
}

/** Typing that has not been sent yet is one command. */
function addPending(pending: readonly PendingCommand[], command: PendingCommand): PendingCommand[] {
  const last = pending.at(-1);
  const joined = last === undefined || last.sent ? null : joinTyping(last, command);
  return joined === null ? [...pending, command] : [...pending.slice(0, -1), joined];
}

function joinTyping(last: PendingCommand, command: PendingCommand): PendingCommand | null {
  if (command.gesture === null || command.gesture !== last.gesture) return null;
  const [[first, ...more], [second, ...others]] = [last.operations, command.operations];
  if (first?.kind !== 'edit-text' || second?.kind !== 'edit-text') return null;
  const isSameText = first.widget === second.widget && first.path.join('\n') === second.path.join('\n');
  if (!isSameText || more.length > 0 || others.length > 0) return null;
  return {
    ...last,
    label: command.label,
    operations: [{ ...first, edit: composeTextEdits(first.edit, second.edit) }],
  };
}

function reverse(state: EditorState, step: UndoStep, { id, label }: NewEdit) {
  const { operations } = step;
  const { copy, skipped } = applyOperations(state.shown, operations);
  const next = copy === state.shown ? state : perform(state, { id, label, gesture: null, operations });
  const back = { ...step, gesture: null, operations: invertOperations(state.shown, operations) };
  return { next, back, isWhole: skipped.length === 0 };
}

/** The steps below one that could not be undone as a whole: on the widgets of that, they would meet what they do not know. */
function withoutWidgetsOf(step: UndoStep, steps: readonly UndoStep[]): UndoStep[] {
  const widgets = new Set(step.operations.map(widgetOf));
  return steps.filter(({ operations }) => !operations.some((each) => widgets.has(widgetOf(each))));
}

function widgetOf(operation: Operation): string | null {
  return 'widget' in operation ? operation.widget : null;
}

function addLost(
  state: EditorState,
  lost: readonly { command: PendingCommand; operations: Operation[] }[],
): readonly LostEdit[] {
  if (lost.length === 0) return state.lost;
  const edits = lost.map(({ command: { id, label }, operations }) => ({
    id,
    label,
    operations,
    shown: state.shown,
  }));
  return [...state.lost, ...edits];
}
