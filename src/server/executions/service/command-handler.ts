/** What came of carrying out a command inside its turn. */

import type { Command } from '#engine/command.ts';
import type { Result } from '#engine/signal.ts';

/** `result` is null while it is still to come; `giveUpAt` is when it counts as unanswered. */
export type CommandOutcome = { result: Result | null; deadline: number | null };

export type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** The result will come by itself, or is of no interest. */
export const deferred: CommandOutcome = { result: null, deadline: null };

export function completed(result: Result): CommandOutcome {
  return { result, deadline: null };
}
