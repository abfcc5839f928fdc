/** Executes `place-call` and `end-call`: a row, and where a carrier has the call a job for its REST API. */

import type { CallStatus } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { recordingFailure, recordingResult, runningRecording } from '#engine/results/recording.ts';
import type { JsonObject } from '#flow/json/json.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import { isKeptFrom } from '../../executions/service/test-runs.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { CallRow } from '../../platform/database/schema/tables.ts';
import { addCarrierJob, commandJob } from '../carriers/jobs.ts';
import { carrierOfAddress } from '../carriers/store.ts';
import { recordingCallbackUrl } from '../recordings/service.ts';
import { isTerminal } from './status.ts';
import { findCall, findCallOf, insertCall, setCallStatus } from './store.ts';

/** A carrier limits the ringing itself; our deadline is for calls whose status callback got lost. */
const callbackGraceMs = 180_000;

export const placeCallHandler: CommandHandler<'place-call'> = {
  execute: placeCall,
  async cancel(turn, key) {
    const call = await findCallOf(turn.tx, key);
    if (call !== undefined && !isTerminal(call.status)) await cancelCall(turn, call, 'canceled');
  },
  async timeOut(turn, key) {
    const call = await findCallOf(turn.tx, key);
    if (call === undefined) return null;
    const status = 'no-answer';
    await cancelCall(turn, call, status);
    const data = { CallSid: call.sid, CallStatus: status, From: call.sender, To: call.recipient };
    return { ok: true, data };
  },
  async fail(turn, key) {
    const call = await findCallOf(turn.tx, key);
    if (call === undefined || isTerminal(call.status)) return;
    await setCallStatus(turn.tx, call, { status: 'failed', now: turn.now });
  },
};

export const endCallHandler: CommandHandler<'end-call'> = { execute: endCall };

async function placeCall(
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
  const { carrier: ofSender } = await carrierOfAddress(turn.tx, row.account, command.from);
  const carrier = isKeptFrom(row, command.to) ? null : ofSender;
  await insertCall(turn.tx, {
    account: row.account,
    sid: turn.ctx.ids.sid('CA'),
    shard: row.shard,
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
  const ringsUntil = turn.now + command.timeout_s * 1000;
  if (carrier === null) return { result: null, deadline: ringsUntil };
  const { effect, timeout_s, record, options } = command;
  const payload = { effect, timeout_s, record, options };
  await addCarrierJob(turn, 'carrier-call', commandJob(row, effect), payload);
  return { result: null, deadline: ringsUntil + callbackGraceMs };
}

async function endCall(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'end-call'>,
): Promise<CommandOutcome> {
  const call = await findCall(turn.tx, row.account, command.call);
  if (call === undefined || isTerminal(call.status)) return deferred;
  await setCallStatus(turn.tx, call, { status: 'completed', now: turn.now });
  if (turn.respondsToCall !== call.sid) await hangUp(turn, call, commandJob(row, command.effect).key);
  return deferred;
}

/**
 * Cancels a ringing call. When the carrier has not yet responded with its SID of the call, its job hangs up as soon as
 * it has (`job-handlers.ts`).
 */
async function cancelCall(
  turn: TurnTransaction,
  call: CallRow,
  status: Extract<CallStatus, 'no-answer' | 'canceled'>,
): Promise<void> {
  await setCallStatus(turn.tx, call, { status, now: turn.now });
  if (call.status !== 'queued') await hangUp(turn, call, cancelJobKey(call), true);
}

/** The key of the job that hangs up a cancelled call. */
export function cancelJobKey({ execution, effect }: CallRow): string {
  return `${execution}:${effect}.drop`;
}

/** Enqueues the carrier's hang-up. The job outlives the execution, so it belongs to none. */
export async function hangUp(
  turn: TurnTransaction,
  { account, sid, carrier }: CallRow,
  key: string,
  isRinging = false,
): Promise<void> {
  if (carrier === null) return;
  const change = { do: 'hang-up', call: sid, isRinging } as const;
  await addCarrierJob(
    turn,
    'carrier-update',
    { key, account, execution: null },
    { carrier, change, effect: null },
  );
}

export const recordCallHandler: CommandHandler<'record-call'> = { execute: recordCall };

/** The test carrier records nothing; its result has the fields that a carrier's has. */
async function recordCall(
  turn: TurnTransaction,
  { row, execution }: CommandIssuer,
  command: CommandOf<'record-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(turn.tx, account, command.call);
  if (call === undefined || isTerminal(call.status))
    return completed(recordingFailure('There is no live call that could be recorded'));
  if (call.carrier !== null) {
    const { effect, on } = command;
    const options = {
      ...command.options,
      // Without a callback of the flow's own, the recording is reported to us when it is finished.
      ...(command.options.RecordingStatusCallback === undefined &&
        recordingCallback(turn, row, execution.steps + 1)),
    };
    const recording = on ? null : sidOf(runningRecording(execution.context, call.sid));
    await addCarrierJob(turn, 'carrier-update', commandJob(row, effect), {
      carrier: call.carrier,
      change: on
        ? { do: 'start-recording', call: call.sid, options }
        : { do: 'stop-recording', call: call.sid, recording },
      effect,
    });
    return deferred;
  }
  const sid = () => turn.ctx.ids.sid('RE');
  return completed(recordingResult(command, execution.context, { account, sid, now: turn.now }));
}

function recordingCallback(
  { ctx }: TurnTransaction,
  { account, sid: execution }: CommandIssuer['row'],
  step: number,
): Record<string, string> {
  return {
    RecordingStatusCallback: recordingCallbackUrl(ctx.publicUrl(), { account, execution, step }),
    RecordingStatusCallbackMethod: 'POST',
    RecordingStatusCallbackEvent: 'completed absent',
  };
}

function sidOf(recording: JsonObject | null): string | null {
  return typeof recording?.Sid === 'string' ? recording.Sid : null;
}

export const redirectCallHandler: CommandHandler<'take-back-call'> = { execute: redirectCallToFlow };

/** Makes the carrier request the flow's webhook. Calls of the test carrier get there with their next request anyway. */
async function redirectCallToFlow(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'take-back-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(turn.tx, account, command.call);
  if (call === undefined || call.carrier === null || isTerminal(call.status)) return deferred;
  await addCarrierJob(turn, 'carrier-update', commandJob(row, command.effect), {
    carrier: call.carrier,
    change: {
      do: 'redirect',
      call: call.sid,
      url: `${turn.ctx.publicUrl()}${paths.webhook(account, call.flow)}`,
    },
    effect: null,
  });
  return deferred;
}
