/** Finds and locks the execution that a signal of another feature is for. */

import type { Wait } from '#engine/execution.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findActingExecution } from '../store/executions.ts';
import {
  type AddressPair,
  type Concurrent,
  isPairActive,
  type Listener,
  lockExclusiveExecution,
  lockListening,
  lockListeningExecution,
  lockExecution as lockRow,
} from '../store/locks.ts';
import { deserializeExecution } from '../turn/serialization.ts';
import type { TurnTransaction } from './turn-transaction.ts';

export { inShard, type PairInShard } from '../store/in-shard.ts';
export { type AddressPair, type Concurrent, concurrentStatement, type Listener } from '../store/locks.ts';

/** The execution, locked until the turn's transaction ends; undefined when there is none. */
export function lockExecution(turn: TurnTransaction, sid: string): Promise<ExecutionRow | undefined> {
  return lockRow(turn.tx, sid);
}

/** The active execution that a message between these addresses is for, locked. */
export async function lockListener(turn: TurnTransaction, pair: AddressPair): Promise<Listener> {
  return lockListenerBeside(turn, pair, await lockExclusive(turn, pair));
}

/** The active exclusive execution between these addresses, locked: most messages are for it. */
export function lockExclusive(turn: TurnTransaction, pair: AddressPair): Promise<ExecutionRow | undefined> {
  return lockExclusiveExecution(turn.tx, pair);
}

/** As `lockListener`, where the exclusive execution, or that there is none, is known. */
export function lockListenerBeside(
  turn: TurnTransaction,
  pair: AddressPair,
  exclusive: ExecutionRow | undefined,
): Promise<Listener> {
  return lockListeningExecution(turn.tx, pair, exclusive);
}

/** As `lockListener`, where no exclusive execution is active, and the concurrent one, or that there is none, is known. */
export function lockConcurrentListener(
  turn: TurnTransaction,
  concurrent: Concurrent | undefined,
): Promise<Listener> {
  return lockListening(turn.tx, undefined, concurrent);
}

/** Whether an execution between these addresses is active. Not locked. */
export function hasActiveExecution(db: Queries, pair: AddressPair): Promise<boolean> {
  return isPairActive(db, pair);
}

/** The execution that acts for `root`, whose row is locked: its running subflow, or itself. Locked. */
export async function lockActing(turn: TurnTransaction, root: ExecutionRow): Promise<ExecutionRow> {
  const acting = await findActingExecution(turn.tx, root.sid);
  if (acting === undefined || acting.sid === root.sid) return root;
  return (await lockRow(turn.tx, acting.sid)) ?? root;
}

/** The execution that acts for `sid` now: its running subflow, or itself. Not locked. */
export function findActing(ctx: ServiceContext, sid: string): Promise<ExecutionRow | undefined> {
  return findActingExecution(ctx.database.read, sid);
}

/** What the execution waits for, null when it does not wait; and the number of the step that ends the wait. */
export function waitOf(ctx: ServiceContext, row: ExecutionRow): { wait: Wait | null; step: number } {
  const { wait, steps } = deserializeExecution(ctx, row);
  return { wait, step: steps + 1 };
}
