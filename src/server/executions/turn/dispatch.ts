/** Dispatches commands, and what becomes of their pending effects, to the handlers of the features. */

import type { Result } from '#engine/signal.ts';
import {
  type CommandHandler,
  type CommandKind,
  type CommandOf,
  type CommandOutcome,
  commandHandlersOf,
  type EffectKey,
} from '../service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../service/turn-transaction.ts';

/** Executes `command` inside the turn's transaction. */
export function executeCommand<K extends CommandKind>(
  turn: TurnTransaction,
  issuer: CommandIssuer,
  command: CommandOf<K>,
): Promise<CommandOutcome> {
  const handler: CommandHandler<K> = commandHandlersOf(turn.ctx)[command.kind as K];
  return handler.execute(turn, issuer, command);
}

/** Cancels the effect that an execution was waiting for when it ended. */
export async function cancelEffect(turn: TurnTransaction, key: EffectKey): Promise<void> {
  for (const handler of handlersOf(turn)) await handler.cancel?.(turn, key);
}

/** The result of an effect whose deadline has passed. */
export async function timeOutEffect(turn: TurnTransaction, key: EffectKey): Promise<Result> {
  for (const handler of handlersOf(turn)) {
    const result = await handler.timeOut?.(turn, key);
    if (result) return result;
  }
  return { ok: false, code: 0, message: 'There was no result in time', data: {} };
}

/** Marks the effect as failed whose job was discarded. */
export async function failEffect(turn: TurnTransaction, key: EffectKey): Promise<void> {
  for (const handler of handlersOf(turn)) await handler.fail?.(turn, key);
}

const handlersOf = (turn: TurnTransaction) => Object.values(commandHandlersOf(turn.ctx));
