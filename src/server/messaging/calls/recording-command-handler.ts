/** Begins and ends recordings of live calls: with the built-in carrier at once, otherwise by a job for the carrier. */

import type { Context } from '#engine/execution.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import {
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isTerminal } from './status.ts';
import { findCall } from './store.ts';

/** How carriers call the recording that runs on a call and whose SID the flow does not know. */
const currentRecording = 'Twilio.CURRENT';

/** The built-in carrier records nothing: its answer is what a flow can go on with. */
export async function recordCall(
  work: TurnTransaction,
  { row, execution }: CommandIssuer,
  command: CommandOf<'record-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(work.tx, account, command.call);
  if (call === undefined || isTerminal(call.status))
    return failed('There is no live call that could be recorded');
  const running = runningRecording(execution.context, call.sid);
  if (call.carrier !== null) {
    const recordings = `Calls/${encodeURIComponent(call.sid)}/Recordings`;
    const { effect, on, options } = command;
    await addCarrierJob(
      work,
      'carrier-update',
      { key: `${row.sid}:${effect}`, account, execution: row.sid },
      {
        carrier: call.carrier,
        path: on
          ? `${recordings}.json`
          : `${recordings}/${encodeURIComponent(sidOf(running) ?? currentRecording)}.json`,
        fields: on ? Object.entries(options) : [['Status', 'stopped']],
        effect,
      },
    );
    return deferred;
  }
  if (command.on) return completed({ ok: true, data: startedRecording(work, row.account, command) });
  if (running === null) return failed('The call is not being recorded');
  return completed({
    ok: true,
    data: { ...running, Status: 'stopped', Duration: secondsSince(work, running) },
  });
}

function startedRecording(
  work: TurnTransaction,
  account: string,
  { call, options }: CommandOf<'record-call'>,
): JsonObject {
  return {
    Sid: work.ctx.ids.sid('RE'),
    AccountSid: account,
    CallSid: call,
    Status: 'in-progress',
    StartTime: new Date(work.now).toISOString(),
    Duration: null,
    Channels: options.RecordingChannels === 'mono' ? 1 : 2,
    Source: 'StartCallRecordingAPI',
    Track: 'both',
    Trim: options.Trim ?? 'do-not-trim',
  };
}

/** What the flow learned of the recording that it began last on this call, null when it has ended that one. */
function runningRecording({ widgets }: Context, call: string): JsonObject | null {
  const known = Object.values(widgets)
    .filter(isObject)
    .filter(({ CallSid, StartTime }) => CallSid === call && typeof StartTime === 'string');
  const ended = new Set(known.filter(({ Status }) => Status === 'stopped').map(({ Sid }) => Sid));
  const running = known.filter(({ Status, Sid }) => Status === 'in-progress' && !ended.has(Sid));
  return running.toSorted((a, b) => String(a.StartTime).localeCompare(String(b.StartTime))).at(-1) ?? null;
}

function sidOf(recording: JsonObject | null): string | null {
  return typeof recording?.Sid === 'string' ? recording.Sid : null;
}

function secondsSince(work: TurnTransaction, { StartTime }: JsonObject): string {
  return String(Math.max(0, Math.round((work.now - Date.parse(String(StartTime))) / 1000)));
}

function failed(message: string): CommandOutcome {
  return completed({ ok: false, code: 0, message, data: {} });
}
