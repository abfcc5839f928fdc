/**
 * An editor of a flow as a state machine without clock and network: what the server has confirmed, the own commands that
 * it has not, and what the editor shows, which is the one with the other applied.
 */

import { applyOperations, valueAt } from '../change/apply.ts';
import { operationsBetween } from '../change/derive.ts';
import { invertOperations } from '../change/invert.ts';
import type { Operation, Path } from '../change/operation.ts';
import { withIdentities } from '../change/operation.ts';
import type { KnownTextEdits } from '../change/rebase.ts';
import { composeTextEdits } from '../change/text-edit.ts';
import { type FlowContent, stateOf, type WorkingCopy, workingCopyOf } from '../change/working-copy.ts';
import { sameOrBothAbsent } from '../json/json-equal.ts';
import type { CommandLabel } from './command.ts';
import { inBatches } from './command.ts';
import { after, type EntryAuthor, type LogEntry, type Numbered, rebaseAll, rebaseCommands } from './log.ts';
import { contest, type EditedBy, joinUndo, stepOf, textBefore, type UndoStep } from './undo-step.ts';

/** A command that is not confirmed. One that was sent may be in the log, or on its way. */
export type PendingCommand = {
  id: string;
  label: CommandLabel;
  gesture: string | null;
  operations: readonly Operation[];
  sent: boolean;
};

/** An edit that was not applied, or not all of it, because another author had removed what it was about. */
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

/** The number of a copy that is in no log, such as one from before there was any: it has to be fetched first. */
export const unknownSeq = -1;

/** An editor that shows the server's copy. */
export function createEditor(confirmed: Numbered): EditorState {
  return { confirmed, pending: [], shown: confirmed.copy, past: [], future: [], lost: [] };
}

/**
 * Makes the content that an edit gave the content shown. The same state when the edit changed nothing.
 * Grows: n log n in widgets.
 */
export function edit(
  state: EditorState,
  content: FlowContent,
  { id, label, gesture = null }: NewEdit,
): EditorState {
  const operations = operationsBetween(state.shown, content, (nth) => `${id}.${nth}`);
  if (operations.length === 0) return state;
  const next = performAll(state, { id, label, gesture }, operations);
  return withStep(next, state.shown, { id, label, gesture }, operations);
}

/** Adds the step that undoes the operations, which were made on `before`. */
function withStep(
  state: EditorState,
  before: WorkingCopy,
  { label, gesture = null }: NewEdit,
  operations: readonly Operation[],
): EditorState {
  const step: UndoStep = { label, gesture, ...stepOf(before, operations) };
  const newest = state.past.at(-1);
  if (gesture === null || newest?.gesture !== gesture)
    return { ...state, past: [...state.past, step].slice(-maxSteps), future: [] };
  const undoing = joinUndo(step.operations, newest.operations);
  const joined = { label, gesture, operations: undoing, ...textBefore(undoing, newest) };
  return { ...state, past: [...state.past.slice(0, -1), joined], future: [] };
}

/** Ends the gesture: its next edit is a step of its own. */
export function endGesture(state: EditorState): EditorState {
  const newest = state.past.at(-1);
  if (newest === undefined || newest.gesture === null) return state;
  return { ...state, past: [...state.past.slice(0, -1), { ...newest, gesture: null }] };
}

/**
 * The commands to send now: the oldest ones, at most `count`, all made on the confirmed copy. Null while some are under way.
 * Grows: n in edits.
 */
export function nextToSend(
  state: EditorState,
  count: number,
): { state: EditorState; base: number; commands: readonly PendingCommand[] } | null {
  if (state.confirmed.seq === unknownSeq) return null;
  if (state.pending.length === 0 || state.pending.some(({ sent }) => sent)) return null;
  const pending = state.pending.map((each, at) => (at < count ? { ...each, sent: true } : each));
  return {
    state: { ...state, pending },
    base: state.confirmed.seq,
    commands: pending.slice(0, count),
  };
}

/**
 * The commands under way got no answer: they are sent again, which is harmless. As the log may have them, nothing that is
 * typed from now on joins them.
 * Grows: n in edits.
 */
export function sendAgain(state: EditorState): EditorState {
  const pending = state.pending.map((each) => (each.sent ? { ...each, sent: false, gesture: null } : each));
  return { ...state, pending };
}

/** Takes back a command that the server refuses: it is lost, and those after it follow. Grows: n in edits. */
export function withdraw(state: EditorState, id: string): EditorState {
  const at = state.pending.findIndex((each) => each.id === id);
  const command = state.pending[at];
  if (command === undefined) return state;
  const earlier = state.pending.slice(0, at);
  const from = after(state.confirmed.copy, [...earlier, command]);
  const to = after(state.confirmed.copy, earlier);
  const { commands, lost } = rebaseAll(state.pending.slice(at + 1), from, to);
  const withdrawn = { command, operations: [...command.operations] };
  return show(
    { ...state, pending: [...earlier, ...commands], lost: addLost(state, [withdrawn, ...lost]) },
    after(to, commands),
    new Map(),
  );
}

/** Lost edits that hold no longer, because the flow is meanwhile as they would have made it, are forgotten. */
export function withoutRestored(state: EditorState, before: EditorState): EditorState {
  if (state.lost.length === 0 || state.shown === before.shown) return state;
  const lost = state.lost.filter((each) => !before.lost.includes(each) || !isRestored(state.shown, each));
  return lost.length === state.lost.length ? state : { ...state, lost };
}

/** True where each value that the edit was about is as its author had it. */
function isRestored(shown: WorkingCopy, lost: LostEdit): boolean {
  return lost.operations.every((operation) => {
    const widget = widgetOf(operation);
    if (widget === null) return false;
    const isThere = (copy: WorkingCopy) => stateOf(copy, widget) !== undefined;
    if (!isThere(shown) || !isThere(lost.shown)) return false;
    const path = pathOf(operation);
    return sameOrBothAbsent(valueAt(shown, widget, path), valueAt(lost.shown, widget, path));
  });
}

/** The value of the widget that an operation changes. */
function pathOf(operation: Operation): Path {
  if ('path' in operation) return operation.path;
  if (operation.kind === 'connect') return ['transitions', operation.at, 'next'];
  return operation.kind === 'rename-widget' ? ['name'] : [];
}

/** What is lost is no longer shown. Grows: n in edits. */
export function dismissLost(state: EditorState, id: string): EditorState {
  return { ...state, lost: state.lost.filter((each) => each.id !== id) };
}

/**
 * Makes an edit that was lost after all: adds the widget again that was removed, as its author left it, or sets
 * the property back that the edit was about. The same state where there is nothing to restore.
 * Grows: n in operations.
 */
export function restoreLost(state: EditorState, lost: LostEdit, edit: NewEdit): EditorState {
  const widgets = [...new Set(lost.operations.map(widgetOf))];
  const operations = widgets.flatMap((widget): Operation[] => {
    if (widget === null) return annotationsOf(lost);
    if (stateOf(state.shown, widget) === undefined)
      return invertOperations(lost.shown, [{ kind: 'remove-widget', widget }]);
    const paths = new Set(lost.operations.map((each) => propertyOf(each, widget)));
    return [...paths].flatMap((key): Operation[] => {
      if (key === null) return [];
      const path = JSON.parse(key) as string[];
      const to = valueAt(lost.shown, widget, path);
      return to === undefined ? [] : [{ kind: 'set', widget, path, to }];
    });
  });
  const dismissed = dismissLost(state, lost.id);
  const next = performAll(dismissed, edit, operations);
  return next.shown === state.shown ? dismissed : withStep(next, state.shown, edit, operations);
}

/** Sets the notes and groups back that the edit was about, as their author left them, among those that are there. */
function annotationsOf({ operations, shown }: LostEdit): Operation[] {
  const paths = operations.flatMap((each) => (widgetOf(each) === null && 'path' in each ? [each.path] : []));
  return paths.flatMap(([, part, kind, id]): Operation[] => {
    if (part !== 'ui' || typeof kind !== 'string' || typeof id !== 'string') return [];
    const left = valueAt(shown, null, ['definition', 'ui', kind, id]);
    return left === undefined
      ? []
      : [{ kind: 'set', widget: null, path: ['definition', 'ui'], to: { [kind]: { [id]: left } } }];
  });
}

/** The property that an operation is about, as JSON of its path; null for one of another widget or of none. */
function propertyOf(operation: Operation, widget: string): string | null {
  if (widgetOf(operation) !== widget || !('path' in operation)) return null;
  return JSON.stringify(operation.path.slice(0, operation.path[0] === 'properties' ? 2 : 1));
}

/**
 * The editor of a flow that was in this browser only, once the server has it: `sent` of its commands are what was created.
 * The widgets get the identities that the server gives them.
 * Grows: n in edits.
 */
export function settle(state: EditorState, sent: number): EditorState {
  const created = after(state.confirmed.copy, state.pending.slice(0, sent));
  const copy = workingCopyOf(created);
  const identities = new Map(created.widgets.map((widget, at) => [widget, copy.widgets[at] ?? widget]));
  const rename = <Each extends { operations: readonly Operation[] }>(each: Each): Each => ({
    ...each,
    operations: each.operations.map((one) => withIdentities(one, identities)),
  });
  const pending = state.pending.slice(sent).map(rename);
  return {
    ...state,
    confirmed: { seq: unknownSeq, copy },
    pending,
    shown: after(copy, pending),
    past: state.past.map(rename),
    future: state.future.map(rename),
  };
}

/** Of a flow that is in this browser only, nothing waits for a server. */
export function confirmAll(state: EditorState): EditorState {
  return { ...state, confirmed: { ...state.confirmed, copy: state.shown }, pending: [] };
}

/**
 * The next edits of the log, without a gap. Those that the editor has are skipped; null when some are missing.
 * Grows: n in edits received and own edits.
 */
export function receive(state: EditorState, edits: readonly (LogEntry & EntryAuthor)[]): EditorState | null {
  const news = edits.filter(({ seq }) => seq > state.confirmed.seq);
  if (news.length === 0) return state;
  if (news.some(({ seq }, at) => seq !== state.confirmed.seq + 1 + at)) return null;
  return news.reduce(receiveEdit, state);
}

function receiveEdit(state: EditorState, entry: LogEntry & EntryAuthor): EditorState {
  const { head, commands, lost, known } = rebaseCommands(state.pending, state.confirmed, [entry]);
  const confirmed = { ...state, confirmed: head, pending: commands, lost: addLost(state, lost) };
  if (known === null) return confirmed;
  const isOwn = state.pending.some(({ id }) => id === entry.id);
  const by = isOwn ? null : { author: entry.author_name ?? '', client: entry.client ?? '' };
  return show(confirmed, after(head.copy, commands), known, by);
}

/** Shows another copy, of an edit `by` another author where that is known: the steps to undo and to redo follow it. */
function show(
  state: EditorState,
  shown: WorkingCopy,
  known: KnownTextEdits,
  by: EditedBy | null = null,
): EditorState {
  const follow = (steps: readonly UndoStep[]) => {
    const collided = new Set<Operation>();
    const { commands } = rebaseAll(steps, state.shown, shown, known, (each) => collided.add(each));
    return by === null ? commands : commands.map((step) => contest(step, collided, by));
  };
  return { ...state, shown, past: follow(state.past.toReversed()).reverse(), future: follow(state.future) };
}

/**
 * Goes on from a copy of the server that is newer than its log remembers. `known` are the own commands that are in it; a
 * command that may be in it is not applied twice, but lost, where that is unknown.
 * Grows: n in edits.
 */
export function rebaseOnCopy(state: EditorState, newest: Numbered, known: ReadonlySet<string>): EditorState {
  const isOpen = ({ id, sent }: PendingCommand) => !sent && !known.has(id);
  const unknown = state.pending
    .filter((each) => each.sent && !known.has(each.id))
    .map((command) => ({ command, operations: [...command.operations] }));
  const open = state.pending.filter(isOpen);
  const made = after(state.confirmed.copy, state.pending.slice(0, state.pending.findIndex(isOpen)));
  const { commands, lost } = rebaseAll(open, made, newest.copy);
  return show(
    { ...state, confirmed: newest, pending: commands, lost: addLost(state, [...unknown, ...lost]) },
    after(newest.copy, commands),
    new Map(),
  );
}

/** Commands are small: an edit of very much, such as an import, is several. */
export function performAll(
  state: EditorState,
  { id, label, gesture = null }: NewEdit,
  operations: readonly Operation[],
): EditorState {
  let [pending, shown] = [state.pending, state.shown];
  for (const [at, batch] of inBatches(operations).entries()) {
    const command = { id: at === 0 ? id : `${id}-${at}`, label, gesture, operations: batch, sent: false };
    pending = addPending(pending, command);
    shown = applyOperations(shown, batch).copy;
  }
  return { ...state, pending, shown };
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

/** The widget that the operation is about; null for the flow itself. */
export function widgetOf(operation: Operation): string | null {
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
