/**
 * The contract of command handlers. The engine's commands are executed by the features that they are about; each
 * exports one handler for each kind of command, and the composition root (`command-handlers.ts`) makes the table.
 */

import type { Command } from '#engine/commands/command.ts';
import type { Result } from '#engine/signal.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { CommandIssuer, TurnTransaction } from './turn-transaction.ts';

/** Subflows are executions, so their command is executed by the turn itself. */
export type CommandKind = Exclude<Command['kind'], 'start-subflow'>;

type CommandsByKind = { [K in Command['kind']]: Extract<Command, { kind: K }> };

export type CommandOf<K extends Command['kind']> = CommandsByKind[K];

/**
 * What executing a command led to inside its turn. `result` is null while it is pending; `deadline` is when a
 * pending one times out, in epoch milliseconds, null when it does not.
 */
export type CommandOutcome = { result: Result | null; deadline: number | null };

/** Identifies an effect: the command of an execution, whatever it became. */
export type EffectKey = { account: string; execution: string; effect: string };

/**
 * `execute` writes rows: the effect itself where rows suffice, otherwise a job for it. The other functions are about
 * the effect that an execution is waiting for, of whatever kind; a handler leaves those of other kinds alone.
 */
export type CommandHandler<K extends CommandKind> = {
  execute(turn: TurnTransaction, issuer: CommandIssuer, command: CommandOf<K>): Promise<CommandOutcome>;
  /** The execution has ended without waiting for the result. */
  cancel?(turn: TurnTransaction, key: EffectKey): Promise<void>;
  /** The deadline has passed. Gives the result; null for an effect of another kind. */
  timeOut?(turn: TurnTransaction, key: EffectKey): Promise<Result | null>;
  /** Its job was discarded, so it will never take place. */
  fail?(turn: TurnTransaction, key: EffectKey): Promise<void>;
};

/** A handler for every kind of command: a missing one does not compile. */
export type CommandHandlers = { readonly [K in CommandKind]: CommandHandler<K> };

/** The result comes later by itself, or none is needed. */
export const deferred: CommandOutcome = { result: null, deadline: null };

export function completed(result: Result): CommandOutcome {
  return { result, deadline: null };
}

const tables = new WeakMap<ServiceContext, CommandHandlers>();

/** Hands the table to a server instance, once, before its first turn. */
export function provideCommandHandlers(ctx: ServiceContext, handlers: CommandHandlers): void {
  tables.set(ctx, handlers);
}

/** @throws when the composition root has provided none */
export function commandHandlersOf(ctx: ServiceContext): CommandHandlers {
  const handlers = tables.get(ctx);
  if (handlers === undefined) throw new Error('No command handlers were provided to this server.');
  return handlers;
}
