/** The `carrier-call` job: places a call through the carrier's REST API. */

import { callbackQuery } from '#api/messaging/callbacks.ts';
import { paths } from '#api/paths.ts';
import type { Result } from '#engine/signal.ts';
import { textOf } from '#flow/json/json.ts';
import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { CallRow } from '../../platform/database/schema/tables.ts';
import type { JobHandler } from '../../platform/jobs/job-handler.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requestSubject } from '../carriers/complete-effect.ts';
import type { CallJob } from '../carriers/jobs.ts';
import type { FinalOutcome } from '../carriers/request.ts';
import type { CarrierRequest } from '../dialects/dialect.ts';
import { recordingCallbackUrl } from '../recordings/service.ts';
import { statusCallbackUrl } from '../status-callbacks/url.ts';
import { cancelJobKey, hangUp } from './command-handlers.ts';
import { isTerminal } from './status.ts';
import { findCallOf, renameCall, setCallStatus } from './store.ts';

export const handleCallJob: JobHandler = async (ctx, tools, job) => {
  const payload = JSON.parse(job.payload) as CallJob;
  return requestSubject(ctx, tools, job, {
    effect: payload.effect,
    replyTo: null,
    find: findCallOf,
    order: (row) => (isTerminal(row.status) ? null : { request: callRequest(ctx, row, payload) }),
    record: recordCallOutcome,
  });
};

/** Null when the carrier accepts the call: how it ends arrives by status callback. */
async function recordCallOutcome(
  turn: TurnTransaction,
  row: CallRow,
  outcome: FinalOutcome,
): Promise<Result | null> {
  const { sid } = row;
  const { now } = turn;
  if (outcome.ended === 'accepted') {
    const newSid = textOf(outcome.data.sid) || sid;
    if (row.status === 'queued') await setCallStatus(turn.tx, row, { status: 'ringing', now });
    await renameCall(turn.tx, row, newSid);
    // It was cancelled while it was being placed.
    if (isTerminal(row.status)) await hangUp(turn, { ...row, sid: newSid }, cancelJobKey(row), true);
    return null;
  }
  if (isTerminal(row.status)) return null;
  await setCallStatus(turn.tx, row, { status: 'failed', now });
  const code = outcome.ended === 'rejected' ? outcome.code : '';
  return {
    ok: false,
    code: Number(code) || 0,
    message: `The call could not be placed: ${outcome.reason}`,
    data: {
      CallSid: sid,
      CallStatus: 'failed',
      From: row.sender,
      To: row.recipient,
      ...(code !== '' && { ErrorCode: code }),
      ErrorMessage: outcome.reason,
    },
  };
}

function callRequest(
  ctx: ServiceContext,
  row: CallRow,
  { effect, timeout_s, record, options }: CallJob,
): CarrierRequest {
  const query = callbackQuery(row.execution, effect);
  const { account, execution } = row;
  const step = Number.parseInt(effect, 10);
  const reported = {
    RecordingStatusCallback: recordingCallbackUrl(ctx.publicUrl(), { account, execution, step }),
  };
  const detectsMachine = options.MachineDetection !== undefined;
  return {
    do: 'place-call',
    from: row.sender,
    to: row.recipient,
    url: `${ctx.publicUrl()}${paths.webhook(row.account, row.flow)}?${query}`,
    statusUrl: statusCallbackUrl(ctx, row, effect, detectsMachine),
    timeout_s,
    record,
    options: record && options.RecordingStatusCallback === undefined ? { ...options, ...reported } : options,
  };
}
