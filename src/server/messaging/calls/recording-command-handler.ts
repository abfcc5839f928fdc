/** Executes `record-call`, which starts and stops recordings: the test carrier at once, other carriers by a job. */

import type { Context } from '#engine/execution.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isTerminal } from './status.ts';
import { findCall } from './store.ts';

/** The alias in the carrier's REST API for the recording in progress, for when the flow does not know its SID. */
const currentRecording = 'Twilio.CURRENT';

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
    return failed('There is no live call that could be recorded');
  const running = runningRecording(execution.context, call.sid);
  if (call.carrier !== null) {
    const recordings = `Calls/${encodeURIComponent(call.sid)}/Recordings`;
    const { effect, on, options } = command;
    await addCarrierJob(
      turn,
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
  if (command.on) return completed({ ok: true, data: startedRecording(turn, row.account, command) });
  if (running === null) return failed('The call is not being recorded');
  return completed({
    ok: true,
    data: { ...running, Status: 'stopped', Duration: secondsSince(turn, running) },
  });
}

function startedRecording(
  turn: TurnTransaction,
  account: string,
  { call, options }: CommandOf<'record-call'>,
): JsonObject {
  return {
    Sid: turn.ctx.ids.sid('RE'),
    AccountSid: account,
    CallSid: call,
    Status: 'in-progress',
    StartTime: new Date(turn.now).toISOString(),
    Duration: null,
    Channels: options.RecordingChannels === 'mono' ? 1 : 2,
    Source: 'StartCallRecordingAPI',
    Track: 'both',
    Trim: options.Trim ?? 'do-not-trim',
  };
}

/** The carrier's fields of the recording that the flow started last on this call, null when it has stopped that one. */
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

function secondsSince(turn: TurnTransaction, { StartTime }: JsonObject): string {
  return String(Math.max(0, Math.round((turn.now - Date.parse(String(StartTime))) / 1000)));
}

function failed(message: string): CommandOutcome {
  return completed({ ok: false, code: 0, message, data: {} });
}
