/** What happens to an execution when its time has come: a wait that is over, or a life. */

import type { Signal } from '#engine/signal.ts';
import { cancelCall } from '../../messaging/calls/command-handlers.ts';
import { findCallOf } from '../../messaging/calls/store.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findDueExecutions, lockDueExecution, postpone } from '../store/executions.ts';
import { deserializeExecution } from '../turn/serialization.ts';
import { inTurnTransaction } from './in-turn-transaction.ts';
import { takeTurn } from './turn.ts';
import type { TurnTransaction } from './turn-transaction.ts';

/** The documented code for a contact who waited in vain for a person. */
const taskTimeoutCode = 81009;

/** How long a timer rests that could not be carried out. */
const retryDelayMs = 60_000;

/** How many executions are due to move by themselves, as far as one query finds them. */
export async function countDueTimers({ database, clock }: ServiceContext): Promise<number> {
  return (await findDueExecutions(database.read, clock.now())).length;
}

/**
 * Moves the longest overdue execution that nobody else is at; processes that do so at once get different ones. False
 * when there is none.
 * @throws what stopped the turn; unless the database was not there, that timer then rests for a minute
 */
export async function fireNextTimer(ctx: ServiceContext): Promise<boolean> {
  let taken: string | undefined;
  try {
    return await inTurnTransaction(ctx, async (turn) => {
      const row = await lockDueExecution(turn.tx, turn.now);
      if (row === 'none' || row === 'busy') return false;
      taken = row.sid;
      await takeDueTurn(turn, row);
      return true;
    });
  } catch (error) {
    const isAway = error instanceof Refusal && error.kind === 'unavailable';
    const sid = taken;
    if (sid !== undefined && !isAway) {
      await ctx.database.write((tx) => postpone(tx, sid, ctx.clock.now() + retryDelayMs));
    }
    throw error;
  }
}

async function takeDueTurn(turn: TurnTransaction, row: ExecutionRow): Promise<void> {
  const after = await takeTurn(turn, row, await dueSignal(turn, row));
  // A timer that moved nothing has had its turn; the end of the life comes in any case.
  if (after === row) await postpone(turn.tx, row.sid, Math.max(row.expires_at, turn.now + retryDelayMs));
}

async function dueSignal(turn: TurnTransaction, row: ExecutionRow): Promise<Signal> {
  const { wait } = deserializeExecution(row);
  if (wait === null || row.expires_at <= turn.now) return { kind: 'stop' };
  if (wait.for === 'effect' && wait.timeout_ms === null) return effectTimedOut(turn, row, wait.effect);
  return { kind: 'timeout', wait: wait.id };
}

/** Nobody took the call, or the task, in time. */
async function effectTimedOut(turn: TurnTransaction, row: ExecutionRow, effect: string): Promise<Signal> {
  const { account } = row;
  const call = await findCallOf(turn.tx, { account, execution: row.sid, effect });
  if (call === undefined) {
    const message = 'Nobody finished the task in time';
    return { kind: 'result', effect, result: { ok: false, code: taskTimeoutCode, message, data: {} } };
  }
  const status = 'no-answer';
  await cancelCall(turn, call, status);
  const data = { CallSid: call.sid, CallStatus: status, From: call.sender, To: call.recipient };
  return { kind: 'result', effect, result: { ok: true, data } };
}
