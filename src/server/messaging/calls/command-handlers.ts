/** Places and ends calls: a row, and with a carrier of the account a job beside it. */

import type { CallStatus } from '#api/messaging/resources.ts';
import {
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { CallRow } from '../../platform/database/schema/tables.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { carrierOfAddress } from '../carriers/store.ts';
import { isTerminal } from './status.ts';
import { findCall, insertCall, setCallStatus } from './store.ts';

/** A carrier counts the ringing by itself; ours only ends what it forgot to report. */
const callbackGraceMs = 180_000;

export async function placeCall(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'place-call'>,
): Promise<CommandOutcome> {
  if (command.to === '') {
    return completed({
      ok: false,
      code: 0,
      message: 'The call has no number to ring',
      data: { CallStatus: 'failed' },
    });
  }
  const { carrier } = await carrierOfAddress(turn.tx, row.account, command.from);
  await insertCall(turn.tx, {
    account: row.account,
    sid: turn.ctx.ids.sid('CA'),
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient: command.to,
    status: carrier === null ? 'ringing' : 'queued',
    effect: command.effect,
    carrier,
    created_at: turn.now,
    updated_at: null,
  });
  const giveUpAt = turn.now + command.timeout_s * 1000;
  if (carrier === null) return { result: null, deadline: giveUpAt };
  const { effect, timeout_s, record, options } = command;
  const { account, sid: execution } = row;
  const key = `${execution}:${effect}`;
  const payload = { effect, timeout_s, record, options };
  await addCarrierJob(turn, 'carrier-call', { key, account, execution }, payload);
  return { result: null, deadline: giveUpAt + callbackGraceMs };
}

export async function endCall(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'end-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(turn.tx, account, command.call);
  if (call === undefined || isTerminal(call.status)) return deferred;
  await setCallStatus(turn.tx, { account, sid: call.sid, status: 'completed', now: turn.now });
  if (turn.respondsToCall !== call.sid) await hangUp(turn, call, `${row.sid}:${command.effect}`);
  return deferred;
}

/**
 * Ends a call that rings although nobody waits for it any more. A carrier that has not said yet what it calls the
 * call is told as soon as it has (`carrier-effects.ts`).
 */
export async function cancelCall(
  turn: TurnTransaction,
  call: CallRow,
  status: Extract<CallStatus, 'no-answer' | 'canceled'>,
): Promise<void> {
  const { account, sid } = call;
  await setCallStatus(turn.tx, { account, sid, status, now: turn.now });
  if (call.status !== 'queued') await hangUp(turn, call, cancelJobKey(call));
}

/** The key of the job by which the carrier hears of a dropped call. */
export function cancelJobKey({ execution, effect }: CallRow): string {
  return `${execution}:${effect}.drop`;
}

/** Has the carrier end the call. Its execution may go away meanwhile, so the job belongs to nobody. */
export async function hangUp(
  turn: TurnTransaction,
  { account, sid, carrier }: CallRow,
  key: string,
): Promise<void> {
  if (carrier === null) return;
  const path = `Calls/${encodeURIComponent(sid)}.json`;
  const order = { carrier, path, fields: [['Status', 'completed']] as const, effect: null };
  await addCarrierJob(turn, 'carrier-update', { key, account, execution: null }, order);
}
