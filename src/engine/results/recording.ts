/** Recordings of a live call on a carrier that records nothing: results with the fields that a carrier's have. */

import { isObject, type JsonObject } from '#flow/json/json.ts';
import type { Command } from '../commands/command.ts';
import type { Context } from '../execution.ts';
import type { Result } from '../signal.ts';

type RecordCall = Extract<Command, { kind: 'record-call' }>;

/** The result of a command that starts or stops a recording. `sid` names a new one; `now` is in epoch milliseconds. */
export function recordingResult(
  { call, on, options }: RecordCall,
  context: Context,
  { account, sid, now }: { account: string; sid: () => string; now: number },
): Result {
  if (on) return { ok: true, data: startedRecording() };
  const running = runningRecording(context, call);
  if (running === null) return recordingFailure('The call is not being recorded');
  return { ok: true, data: { ...running, Status: 'stopped', Duration: secondsSince(running, now) } };

  function startedRecording(): JsonObject {
    return {
      Sid: sid(),
      AccountSid: account,
      CallSid: call,
      Status: 'in-progress',
      StartTime: new Date(now).toISOString(),
      Duration: null,
      Channels: options.RecordingChannels === 'mono' ? 1 : 2,
      Source: 'StartCallRecordingAPI',
      Track: 'both',
      Trim: options.Trim ?? 'do-not-trim',
    };
  }
}

/** The result of a recording that could not be started or stopped. */
export function recordingFailure(message: string): Result {
  return { ok: false, code: 0, message, data: {} };
}

/** The carrier's fields of the recording that the flow started last on this call, null when it has stopped that one. */
export function runningRecording({ widgets }: Context, call: string): JsonObject | null {
  const known = Object.values(widgets)
    .filter(isObject)
    .filter(({ CallSid, Sid, Status }) => CallSid === call && Boolean(Sid) && Boolean(Status));
  const ended = new Set(known.filter(({ Status }) => Status === 'stopped').map(({ Sid }) => Sid));
  const running = known.filter(({ Status, Sid }) => Status === 'in-progress' && !ended.has(Sid));
  return running.toSorted((a, b) => startOf(a) - startOf(b)).at(-1) ?? null;
}

/** Carriers write it as ISO 8601 or RFC 2822, and some not at once. */
function startOf({ StartTime }: JsonObject): number {
  return Date.parse(String(StartTime)) || 0;
}

function secondsSince({ StartTime }: JsonObject, now: number): string {
  return String(Math.max(0, Math.round((now - Date.parse(String(StartTime))) / 1000)));
}
