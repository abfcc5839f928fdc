/** Begins and ends recordings of live calls: with the built-in carrier at once, otherwise by a job for the carrier. */

import type { Context } from '#engine/execution.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import { type Carried, type CommandOf, later, now } from '../../executions/service/command-handler.ts';
import type { Asker, Work } from '../../executions/service/work.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isOver } from './status.ts';
import { findCall } from './store.ts';

/** How carriers call the recording that runs on a call and whose SID the flow does not know. */
const current = 'Twilio.CURRENT';

/** The built-in carrier records nothing: its answer is what a flow can go on with. */
export async function recordCall(
  work: Work,
  { row, execution }: Asker,
  command: CommandOf<'record-call'>,
): Promise<Carried> {
  const { account } = row;
  const call = await findCall(work.tx, account, command.call);
  if (call === undefined || isOver(call.status))
    return refused('There is no live call that could be recorded');
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
          : `${recordings}/${encodeURIComponent(sidOf(running) ?? current)}.json`,
        fields: on ? Object.entries(options) : [['Status', 'stopped']],
        effect,
      },
    );
    return later;
  }
  if (command.on) return now({ ok: true, data: begun(work, row.account, command) });
  if (running === null) return refused('The call is not being recorded');
  return now({ ok: true, data: { ...running, Status: 'stopped', Duration: secondsSince(work, running) } });
}

function begun(work: Work, account: string, { call, options }: CommandOf<'record-call'>): JsonObject {
  return {
    Sid: work.host.ids.sid('RE'),
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

function secondsSince(work: Work, { StartTime }: JsonObject): string {
  return String(Math.max(0, Math.round((work.now - Date.parse(String(StartTime))) / 1000)));
}

function refused(message: string): Carried {
  return now({ ok: false, code: 0, message, data: {} });
}
