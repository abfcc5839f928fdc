/** Timers of executions: wait timeouts, deadlines of effects, and the end of an execution's lifetime. */

import type { Signal } from '#engine/signal.ts';
import { dueSignal as signalOf } from '#engine/wait-timeout.ts';
import { findCandidates } from '../../platform/database/across-shards.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findDueExecutions, nextTimer, postpone } from '../store/executions.ts';
import { lockDueExecution } from '../store/locks.ts';
import { timeOutEffect } from '../turn/dispatch.ts';
import { deserializeExecution } from '../turn/serialization.ts';
import { takeTurn } from './turn.ts';
import { inTurnTransaction, type TurnTransaction } from './turn-transaction.ts';

/** How long a timer is postponed whose turn failed or changed nothing. */
const retryDelayMs = 60_000;

/** When the next timer of an execution is due, epoch milliseconds; null when there is none. */
export function nextTimerDueAt({ database }: ServiceContext): Promise<number | null> {
  return nextTimer(database.readAcrossShards);
}

/** How many executions have a timer that is due, at most 200. */
export async function countDueTimers({ database, clock }: ServiceContext): Promise<number> {
  const now = clock.now();
  return (await database.readAcrossShards((db, shards) => findDueExecutions(db, now, shards))).length;
}

/**
 * Takes the turn of the longest overdue execution that no other transaction has locked (SKIP LOCKED), so processes
 * that do so at once get different ones. False when there is none.
 * @throws what failed the turn; that timer is then postponed by a minute, unless the database was unavailable
 */
export async function fireNextTimer(ctx: ServiceContext): Promise<boolean> {
  let locked: string | undefined;
  const now = ctx.clock.now();
  const due = await findCandidates(ctx.database, (db, shards) => findDueExecutions(db, now, shards));
  try {
    return await inTurnTransaction(ctx, async (turn) => {
      const row = await lockDueExecution(turn.tx, turn.now, due);
      if (row === 'none' || row === 'busy') return false;
      locked = row.sid;
      await takeDueTurn(turn, row);
      return true;
    });
  } catch (error) {
    const isUnavailable = error instanceof Refusal && error.kind === 'unavailable';
    const sid = locked;
    if (sid !== undefined && !isUnavailable) {
      await ctx.database.write((tx) => postpone(tx, sid, ctx.clock.now() + retryDelayMs));
    }
    throw error;
  }
}

async function takeDueTurn(turn: TurnTransaction, row: ExecutionRow): Promise<void> {
  const after = await takeTurn(turn, row, await dueSignal(turn, row));
  // A timer whose turn changed nothing must not fire again at once; the end of the lifetime stays.
  if (after === row) await postpone(turn.tx, row.sid, Math.max(row.expires_at, turn.now + retryDelayMs));
}

async function dueSignal(turn: TurnTransaction, row: ExecutionRow): Promise<Signal> {
  const { wait } = deserializeExecution(turn.ctx, row);
  const signal = signalOf(wait, row.expires_at <= turn.now);
  if (signal.kind !== 'effect') return signal;
  const { effect } = signal;
  const key = { account: row.account, execution: row.sid, effect };
  return { kind: 'result', effect, result: await timeOutEffect(turn, key) };
}
