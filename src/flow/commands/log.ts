/**
 * The log of a flow's commands: the server decides their order, and everybody who applies them in that order has the same
 * working copy. The same rebasing runs on both sides of the wire, so that a page rarely has to correct what it shows.
 */

import { applyOperations } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import {
  type KnownTextEdits,
  knownTextEdits,
  leavesNames,
  RebaseContext,
  rebaseOperations,
} from '../change/rebase.ts';
import { isUntouched, type TouchedWidgets, touchedWidgets } from '../change/touched-widgets.ts';
import type { WorkingCopy } from '../change/working-copy.ts';
import type { Json } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import type { WorkBudget } from '../work-budget/work-budget.ts';
import type { Command, LoggedCommand } from './command.ts';

/** A working copy with the number of the newest edit in it; 0 before the first. */
export type Numbered = { seq: number; copy: WorkingCopy };

/** An entry of the log, as far as copies depend on it. */
export type LogEntry = Pick<LoggedCommand, 'seq' | 'id' | 'operations'>;

/** Who made an entry, where that is known. */
export type EntryAuthor = Partial<Pick<LoggedCommand, 'author_name' | 'client'>>;

/** A command that the log does not have yet. */
export type Unlogged = Pick<Command, 'id' | 'operations'>;

/** The copy after the edits, which follow it without a gap. Grows: n in edits. */
export function replay(from: Numbered, edits: readonly LogEntry[]): Numbered {
  return edits.reduce(
    ({ copy }, { seq, operations }) => ({ seq, copy: applyOperations(copy, operations).copy }),
    from,
  );
}

/** Commands of one author with what the way has taken from them, and the copy before the first. */
export type RebasedCommands<Pending extends Unlogged> = {
  head: Numbered;
  commands: Pending[];
  /** Operations about what another author has removed, with the command they are of. */
  lost: LostOperations<Pending>[];
  /** How texts of the copy after the commands changed; null where the last edit was expected, and nothing did. */
  known: KnownTextEdits | null;
};

export type LostOperations<Pending> = { command: Pending; operations: Operation[] };

/** What a rebase knows and may spend: `head` is the copy after the last edit, where it is at hand. */
export type RebaseOptions = { head?: Numbered | null; work?: WorkBudget };

/**
 * Commands that one author made one after the other on `from`, as they are after the edits that follow it. Those that are
 * among the edits, because their acknowledgement got lost, are left out. What others did in between is one step, however
 * many edits it was: linear in the edits and the commands.
 *
 * @throws LimitExceeded when `work` is spent
 */
export function rebaseCommands<Pending extends Unlogged>(
  commands: readonly Pending[],
  from: Numbered,
  edits: readonly LogEntry[],
  { head = null, work }: RebaseOptions = {},
): RebasedCommands<Pending> {
  let result: RebasedCommands<Pending> = { head: from, commands: [...commands], lost: [], known: null };
  const own = new Set(commands.map(({ id }) => id));
  const runs = runsOf(edits, own);
  for (const [at, run] of runs.entries()) {
    const context = new RebaseContext(work);
    const next = at === runs.length - 1 && head !== null ? head : replay(result.head, run);
    const rebased = rebaseOverRun(result, run, next, own, context);
    result = { ...rebased, lost: [...result.lost, ...rebased.lost] };
  }
  return result;
}

/** Edits that are one step: those of others between two of one's own, unless places of texts move from one to the next. */
function runsOf(edits: readonly LogEntry[], own: ReadonlySet<string>): LogEntry[][] {
  const runs: LogEntry[][] = [];
  let last: LogEntry[] | null = null;
  let moved = new Set<string>();
  for (const edit of edits) {
    const follows =
      last !== null && !own.has(edit.id) && !edit.operations.some((each) => isMoved(each, moved));
    if (last === null || !follows) {
      last = [];
      moved = new Set();
      runs.push(last);
    }
    last.push(edit);
    for (const each of edit.operations)
      if (each.kind === 'insert' || each.kind === 'delete' || each.kind === 'reorder') moved.add(each.widget);
    if (own.has(edit.id)) last = null;
  }
  return runs;
}

/** True for an edit of a text in a list of which an item has moved before. */
function isMoved(operation: Operation, moved: ReadonlySet<string>): boolean {
  return (
    operation.kind === 'edit-text' &&
    operation.widget !== null &&
    moved.has(operation.widget) &&
    operation.path.some((key) => typeof key === 'number')
  );
}

function rebaseOverRun<Pending extends Unlogged>(
  { commands, head: from }: RebasedCommands<Pending>,
  run: readonly LogEntry[],
  head: Numbered,
  own: ReadonlySet<string>,
  context: RebaseContext,
): RebasedCommands<Pending> {
  const [edit] = run;
  if (edit !== undefined && own.has(edit.id)) return rebaseOverEdit(commands, from, edit, { head, context });
  const operations = run.flatMap((each) => each.operations);
  context.spendComposed(operations);
  return {
    head,
    ...rebaseAll(commands, from.copy, head.copy, knownTextEdits(operations), undefined, context),
  };
}

function rebaseOverEdit<Pending extends Unlogged>(
  commands: readonly Pending[],
  from: Numbered,
  edit: LogEntry,
  { head, context }: { head: Numbered; context: RebaseContext },
): RebasedCommands<Pending> {
  const at = commands.findIndex(({ id }) => id === edit.id);
  const [first, ...rest] = commands;
  if (at === 0 && first !== undefined && isDeepEqual(first.operations, edit.operations))
    return { head, commands: rest, lost: [], known: null };
  context.spendComposed(edit.operations);
  const known = knownTextEdits(edit.operations);
  if (at === -1) return { head, ...rebaseAll(commands, from.copy, head.copy, known, undefined, context) };
  // Its author sent the command after others that are not in the log, or the server has changed it on the way.
  const earlier = rebaseAll(commands.slice(0, at), from.copy, head.copy, known, undefined, context);
  const made = after(from.copy, commands.slice(0, at + 1));
  const now = after(head.copy, earlier.commands);
  const later = rebaseAll(commands.slice(at + 1), made, now, new Map(), undefined, context);
  return {
    head,
    commands: [...earlier.commands, ...later.commands],
    lost: [...earlier.lost, ...later.lost],
    known: later.known,
  };
}

/** The copy after the commands. */
export function after(copy: WorkingCopy, commands: readonly Pick<Command, 'operations'>[]): WorkingCopy {
  return commands.reduce((result, { operations }) => applyOperations(result, operations).copy, copy);
}

/**
 * The commands made on `from`, as they are on `to`. `onCollision`: see `rebaseOperations`.
 * Grows: n in commands.
 *
 * @throws LimitExceeded when the context's work is spent
 */
export function rebaseAll<Pending extends Pick<Command, 'operations'>>(
  commands: readonly Pending[],
  from: WorkingCopy,
  to: WorkingCopy,
  known: KnownTextEdits = new Map(),
  onCollision?: (rebased: Operation) => void,
  context: RebaseContext = new RebaseContext(),
): { commands: Pending[]; lost: LostOperations<Pending>[]; known: KnownTextEdits } {
  if (from === to) return { commands: [...commands], lost: [], known };
  let [before, now, texts] = [from, to, known];
  let touched = touchedWidgets(before, now);
  /** Commands that are the same on both copies: they are applied only when a later one has to be looked at. */
  let untouched: Pending[] = [];
  const lost: LostOperations<Pending>[] = [];
  const rebased = commands.map((command) => {
    const { operations } = command;
    if (operations.every((each) => isUntouched(each, touched))) {
      untouched.push(command);
      return command;
    }
    for (const each of untouched) for (const one of each.operations) context.spendApplied(now, one);
    [before, now] = [after(before, untouched), after(now, untouched)];
    untouched = [];
    const result = rebaseOperations(operations, before, now, texts, onCollision, context);
    if (result.lost.length > 0) lost.push({ command, operations: result.lost });
    // Whether a widget may be removed depends on all operations together.
    const removes = operations.some(({ kind }) => kind === 'remove-widget');
    const made = removes ? applyOperations(before, operations).copy : result.before;
    now = removes ? applyOperations(now, result.operations).copy : result.after;
    before = made;
    texts = result.known;
    touched = touchedAfter(operations, touched) ?? recounted(before, now, context);
    return { ...command, operations: result.operations };
  });
  return { commands: rebased, lost, known: texts };
}

/** What the copies differ in after operations on both; null where that cannot be said without comparing them. */
function touchedAfter(operations: readonly Operation[], touched: TouchedWidgets): TouchedWidgets | null {
  if (!operations.every(leavesNames)) return null;
  if (touched === 'all') return touched;
  const more = operations.map((each) => ('widget' in each ? each.widget : null));
  return more.every((each) => touched.has(each)) ? touched : new Set([...touched, ...more]);
}

function recounted(before: WorkingCopy, now: WorkingCopy, context: RebaseContext): TouchedWidgets {
  context.spendCompared(before);
  return touchedWidgets(before, now);
}

function isDeepEqual(a: readonly Operation[], b: readonly Operation[]): boolean {
  return jsonEqual(a as unknown as Json, b as unknown as Json);
}

/** What became of one command: the number it has in the log, and what of it could not be applied. */
export type Acknowledgement = { id: string; seq: number; skipped: readonly Operation[] };

/** Entries to write, and the answer to their author; commands that the log has already are answered only. */
export type Appended<Pending extends Unlogged> = {
  head: Numbered;
  entries: (Pending & { seq: number })[];
  acknowledgements: Acknowledgement[];
};

/** Throws where the copy after a command must not be in the log. `before` is the copy that the command applies to. */
export type Accept = (after: WorkingCopy, before: WorkingCopy, command: string) => void;

/**
 * Appends commands that one author made one after the other on `from`; `edits` are all that follow it in the log, and
 * `seen` are the numbers of those among the commands that the log has, wherever it has them.
 * Grows: n log n in commands, n in edits.
 *
 * @throws LimitExceeded when the work of the options is spent
 */
export function appendCommands<Pending extends Unlogged>(
  commands: readonly Pending[],
  from: Numbered,
  edits: readonly LogEntry[],
  seen: ReadonlyMap<string, number>,
  { accept = () => {}, ...options }: RebaseOptions & { accept?: Accept } = {},
): Appended<Pending> {
  const numbers = new Map([...seen, ...edits.map(({ id, seq }) => [id, seq] as const)]);
  const rebased = rebaseCommands(
    // Of one id twice in a batch the second is the same command.
    commands.filter(({ id }, at) => commands.findIndex((each) => each.id === id) === at),
    from,
    edits,
    options,
  );
  const result: Appended<Pending> = { head: rebased.head, entries: [], acknowledgements: [] };
  const skipped = new Map<string, Operation[]>();
  for (const command of rebased.commands) {
    if (numbers.has(command.id)) continue;
    const applied = applyOperations(result.head.copy, command.operations);
    accept(applied.copy, result.head.copy, command.id);
    const seq = result.head.seq + 1;
    result.head = { seq, copy: applied.copy };
    result.entries.push({ ...command, seq });
    numbers.set(command.id, seq);
    const lost = rebased.lost.flatMap((each) => (each.command.id === command.id ? each.operations : []));
    skipped.set(command.id, [...lost, ...applied.skipped]);
  }
  result.acknowledgements = commands.flatMap(({ id }) => {
    const seq = numbers.get(id);
    return seq === undefined ? [] : [{ id, seq, skipped: skipped.get(id) ?? [] }];
  });
  return result;
}
