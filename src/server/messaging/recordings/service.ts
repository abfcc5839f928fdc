/** Recordings that a carrier reports when they are finished: mostly after the flow has gone on, or after the call. */

import { callbackQuery } from '#api/messaging/callbacks.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { addLateOutput, type LateOutput } from '../../executions/service/late-output.ts';
import { lockExecution } from '../../executions/service/lookup.ts';
import { inTurnTransaction } from '../../executions/service/turn-transaction.ts';
import { waitUntilIdle } from '../../executions/service/wait-until-idle.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findCall } from '../calls/store.ts';

/** A recording as a carrier reports it; '' for what it does not say. */
export type Recording = { sid: string; url: string; duration: string; status: string };

export type RecordingReport = {
  account: string;
  /** The carrier's SID of the call. */
  call: string;
  execution: string;
  /** The number of the step that has begun the recording. */
  step: number;
  recording: Recording;
};

/** Where the carrier reports what it records in step `step`. `base` has no slash at the end. */
export function recordingCallbackUrl(
  base: string,
  { account, execution, step }: { account: string; execution: string; step: number },
): string {
  return `${base}${paths.carrierStatus(account)}?${callbackQuery(execution, `${step}.recording`)}`;
}

/** Carriers whose callbacks name no SID have it at the end of the URL. */
export function sidOfRecordingUrl(url: string): string {
  return /\/Recordings\/([\w-]{1,64})(?:\.\w{1,5})?$/.exec(url)?.[1] ?? '';
}

/** Statuses of a recording that does not change any more. A report without a status is of one that is finished. */
const finalStatuses = ['completed', 'absent', ''];

/** How long a report may wait for the response to the request that has begun the recording. */
const patienceMs = 4_000;

/** Adds a finished recording to the output of its widget. False, and nothing is changed, where there is nothing new. */
export async function recordRecording(ctx: ServiceContext, report: RecordingReport): Promise<boolean> {
  const { account, execution: sid, step, recording } = report;
  const call = await findCall(ctx.database.read, account, report.call);
  if (call === undefined || !finalStatuses.includes(recording.status)) return false;
  await waitUntilIdle(ctx, sid, patienceMs);
  return inTurnTransaction(ctx, async (turn) => {
    const row = await lockExecution(turn, sid);
    const isOfCall = row !== undefined && [row.sid, row.parent].includes(call.execution);
    if (!isOfCall || row.account !== account) return false;
    return addLateOutput(turn, row, step, outputOf(recording));
  });
}

/** What a widget has already stays: reports are repeated, and come in any order. */
function outputOf({ sid, url, duration, status }: Recording): LateOutput {
  return (type, known) => {
    if (type === 'record-call') {
      const isOther = typeof known.Sid === 'string' && sid !== '' && known.Sid !== sid;
      const isFinished = known.Status === 'completed' || known.Status === 'absent';
      if (isOther || isFinished) return null;
      return filled({ RecordingUrl: url, Duration: duration, Status: status });
    }
    if (type !== 'record-voicemail' && !type.startsWith('make-outgoing-call')) return null;
    const isOther = Boolean(known.RecordingSid) && sid !== '' && known.RecordingSid !== sid;
    if (isOther || status === 'absent') return null;
    const missing = Object.entries({ RecordingSid: sid, RecordingUrl: url, RecordingDuration: duration });
    return filled(Object.fromEntries(missing.filter(([name]) => !known[name])));
  };
}

/** Null where nothing is left. */
function filled(output: Record<string, string>): JsonObject | null {
  const named = Object.entries(output).filter(([, value]) => value !== '');
  return named.length === 0 ? null : Object.fromEntries(named);
}
