/**
 * The log of a flow's commands: the server decides their order, and everybody who applies them in that order has the same
 * working copy. The same rebasing runs on both sides of the wire, so that a page rarely has to correct what it shows.
 */

import type { Json } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { applyOperations } from './apply.ts';
import type { Command, LoggedCommand, Operation } from './command.ts';
import { type KnownTextEdits, knownTextEdits, rebaseOperations } from './rebase.ts';
import { isUntouched, touchedWidgets } from './touched-widgets.ts';
import type { WorkingCopy } from './working-copy.ts';

/** A working copy with the number of the newest edit in it; 0 before the first. */
export type Numbered = { seq: number; copy: WorkingCopy };

/** An entry of the log, as far as copies depend on it. */
export type LogEntry = Pick<LoggedCommand, 'seq' | 'id' | 'operations'>;

/** A command that the log does not have yet. */
export type Unlogged = Pick<Command, 'id' | 'operations'>;

/** The copy after the edits, which follow it without a gap. */
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
  /** Operations about what somebody else has removed, with the command they are of. */
  lost: LostOperations<Pending>[];
  /** How texts of the copy after the commands changed; null where the last edit was expected, and nothing did. */
  known: KnownTextEdits | null;
};

export type LostOperations<Pending> = { command: Pending; operations: Operation[] };

/**
 * Commands that one author made one after the other on `from`, as they are after the edits that follow it. Those that are
 * among the edits, because their acknowledgement got lost, are left out.
 */
export function rebaseCommands<Pending extends Unlogged>(
  commands: readonly Pending[],
  from: Numbered,
  edits: readonly LogEntry[],
): RebasedCommands<Pending> {
  let result: RebasedCommands<Pending> = { head: from, commands: [...commands], lost: [], known: null };
  for (const edit of edits) {
    const next = rebaseOverEdit(result.commands, result.head, edit);
    result = { ...next, lost: [...result.lost, ...next.lost] };
  }
  return result;
}

function rebaseOverEdit<Pending extends Unlogged>(
  commands: readonly Pending[],
  from: Numbered,
  edit: LogEntry,
): RebasedCommands<Pending> {
  const head = replay(from, [edit]);
  const at = commands.findIndex(({ id }) => id === edit.id);
  const [first, ...rest] = commands;
  if (at === 0 && first !== undefined && isDeepEqual(first.operations, edit.operations))
    return { head, commands: rest, lost: [], known: null };
  const known = knownTextEdits(edit.operations);
  if (at === -1) return { head, ...rebaseAll(commands, from.copy, head.copy, known) };
  // Its author sent the command after others that are not in the log, or the server has changed it on the way.
  const earlier = rebaseAll(commands.slice(0, at), from.copy, head.copy, known);
  const made = after(from.copy, commands.slice(0, at + 1));
  const later = rebaseAll(commands.slice(at + 1), made, after(head.copy, earlier.commands));
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

/** The commands made on `from`, as they are on `to`. */
export function rebaseAll<Pending extends Pick<Command, 'operations'>>(
  commands: readonly Pending[],
  from: WorkingCopy,
  to: WorkingCopy,
  known: KnownTextEdits = new Map(),
): { commands: Pending[]; lost: LostOperations<Pending>[]; known: KnownTextEdits } {
  if (from === to) return { commands: [...commands], lost: [], known };
  let [before, now, texts] = [from, to, known];
  let touched = touchedWidgets(before, now);
  /** Commands that are the same on both copies: they are applied only when a later one has to be looked at. */
  let untouched: Pending[] = [];
  const lost: LostOperations<Pending>[] = [];
  const rebased = commands.map((command) => {
    if (command.operations.every((each) => isUntouched(each, touched))) {
      untouched.push(command);
      return command;
    }
    [before, now] = [after(before, untouched), after(now, untouched)];
    untouched = [];
    const result = rebaseOperations(command.operations, before, now, texts);
    if (result.lost.length > 0) lost.push({ command, operations: result.lost });
    before = applyOperations(before, command.operations).copy;
    now = applyOperations(now, result.operations).copy;
    texts = result.known;
    touched = touchedWidgets(before, now);
    return { ...command, operations: result.operations };
  });
  return { commands: rebased, lost, known: texts };
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

/**
 * Appends commands that one author made one after the other on `from`; `edits` are all that follow it in the log, and
 * `seen` are the numbers of those among the commands that the log has, wherever it has them.
 */
export function appendCommands<Pending extends Unlogged>(
  commands: readonly Pending[],
  from: Numbered,
  edits: readonly LogEntry[],
  seen: ReadonlyMap<string, number>,
): Appended<Pending> {
  const numbers = new Map([...seen, ...edits.map(({ id, seq }) => [id, seq] as const)]);
  const rebased = rebaseCommands(
    // Of one id twice in a batch the second is the same command.
    commands.filter(({ id }, at) => commands.findIndex((each) => each.id === id) === at),
    from,
    edits,
  );
  const result: Appended<Pending> = { head: rebased.head, entries: [], acknowledgements: [] };
  const skipped = new Map<string, Operation[]>();
  for (const command of rebased.commands) {
    if (numbers.has(command.id)) continue;
    const applied = applyOperations(result.head.copy, command.operations);
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
