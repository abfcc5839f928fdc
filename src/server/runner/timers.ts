/** What happens to an execution when its time has come: a wait that is over, or a life. */

import type { Signal } from '#engine/signal.ts';
import type { Host } from '../service/host.ts';
import { findCallOf, setCallStatus } from '../store/calls.ts';
import { lockExecution, postpone } from '../store/executions.ts';
import type { ExecutionRow } from '../store/tables.ts';
import { thaw } from './state.ts';
import { transact } from './transact.ts';
import { takeTurn } from './turn.ts';
import type { Work } from './work.ts';

/** The documented code for a contact who waited in vain for a person. */
const enqueueTimedOut = 81009;

/** How long a timer rests that could not be carried out. */
const restMs = 60_000;

/**
 * Moves the execution if it is still due; several processes may try at once.
 * @throws what stopped the turn; the timer then rests for a minute
 */
export async function fireTimer(host: Host, sid: string): Promise<void> {
  try {
    await transact(host, (work) => moveDue(work, sid));
  } catch (error) {
    await host.database.write((tx) => postpone(tx, sid, host.clock.now() + restMs));
    throw error;
  }
}

async function moveDue(work: Work, sid: string): Promise<void> {
  const row = await lockExecution(work.tx, sid);
  if (row?.status !== 'active' || row.due_at === null || row.due_at > work.now) return;
  const after = await takeTurn(work, row, await dueSignal(work, row));
  // A timer that moved nothing has had its turn; the end of the life comes in any case.
  if (after === row) await postpone(work.tx, sid, Math.max(row.expires_at, work.now + restMs));
}

async function dueSignal(work: Work, row: ExecutionRow): Promise<Signal> {
  const { wait } = thaw(row);
  if (wait === null || row.expires_at <= work.now) return { kind: 'stop' };
  if (wait.for === 'effect' && wait.timeout_ms === null) return unanswered(work, row, wait.effect);
  return { kind: 'timeout', wait: wait.id };
}

/** Nobody took the call, or the task, in time. */
async function unanswered(work: Work, row: ExecutionRow, effect: string): Promise<Signal> {
  const { account } = row;
  const call = await findCallOf(work.tx, { account, execution: row.sid, effect });
  if (call === undefined) {
    const message = 'Nobody finished the task in time';
    return { kind: 'result', effect, result: { ok: false, code: enqueueTimedOut, message, data: {} } };
  }
  const status = 'no-answer';
  await setCallStatus(work.tx, { account, sid: call.sid, status, now: work.now });
  const data = { CallSid: call.sid, CallStatus: status, From: call.sender, To: call.recipient };
  return { kind: 'result', effect, result: { ok: true, data } };
}
