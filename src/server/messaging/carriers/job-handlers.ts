/** Carries out what carriers are asked for: messages, calls, and changes of calls. */

import { callbackQuery } from '#api/messaging/resources.ts';
import { paths } from '#api/paths.ts';
import type { Result } from '#engine/signal.ts';
import { type JsonObject, textOf } from '#flow/json/json.ts';
import { lockExecution } from '../../executions/service/lookup.ts';
import { takeTurn } from '../../executions/service/turn.ts';
import { inTurnTransaction, type TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { CallRow, ExecutionRow, JobRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { done, type JobHandler, type JobResult } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { cancelJobKey, hangUp } from '../calls/command-handlers.ts';
import { isTerminal } from '../calls/status.ts';
import { findCallOf, renameCall, setCallStatus } from '../calls/store.ts';
import { acceptedMessage, failedMessage } from '../messages/result.ts';
import { isUndelivered, outboundStatus } from '../messages/status.ts';
import { findMessageOf, setMessageStatus } from '../messages/store.ts';
import { type CarrierFields, errorCodeOf, sendCarrierRequest } from './client.ts';
import type { CallJob, CheckJob, MessageJob, UpdateJob } from './jobs.ts';
import { type AttemptOutcome, credentialsOf, requestAtLeastOnce, requestAtMostOnce } from './request.ts';
import { endAttempt, findCarrier, updateCarrier } from './store.ts';

type FinalOutcome = Exclude<AttemptOutcome, { ended: 'again' }>;

export const handleMessageJob: JobHandler = async (ctx, tools, job) => {
  const { effect, reply_to: replyTo } = JSON.parse(job.payload) as MessageJob;
  const row = await findMessageOf(ctx.database.read, keyOf(job, effect));
  if (row?.carrier == null) return finishWithoutResult(ctx, job);
  const wanted = { carrier: row.carrier, path: 'Messages.json', fields: messageFields(ctx, row, effect) };
  const outcome = await requestAtMostOnce(ctx, tools, job, wanted);
  if (outcome.ended === 'again') return retry(outcome);
  return completeEffect(ctx, job, replyTo, async (turn) => {
    const present = await findMessageOf(turn.tx, keyOf(job, effect));
    return present === undefined ? null : recordMessageOutcome(turn, present, outcome);
  });
};

async function recordMessageOutcome(
  turn: TurnTransaction,
  row: MessageRow,
  outcome: FinalOutcome,
): Promise<Result> {
  const { now } = turn;
  if (outcome.ended !== 'accepted') {
    const code = outcome.ended === 'refused' ? outcome.code : '';
    await setMessageStatus(turn.tx, row, { status: 'failed', error_code: code || null, now });
    return failedMessage({ ...row, status: 'failed' }, code, outcome.reason);
  }
  const { data } = outcome;
  const said = outboundStatus(textOf(data.status)) ?? 'queued';
  // A report of the carrier may have been faster than its answer.
  const status = row.status === 'pending' ? said : row.status;
  const code = row.error_code ?? (errorCodeOf(data.error_code) || null);
  const newSid = textOf(data.sid) || row.sid;
  await setMessageStatus(turn.tx, row, { status, error_code: code, now, newSid });
  const taken = { ...row, sid: newSid, status, sender: textOf(data.from) || row.sender };
  if (!isUndelivered(status)) return acceptedMessage(taken);
  return failedMessage(taken, code ?? '', textOf(data.error_message) || 'The carrier could not send it');
}

function messageFields(ctx: ServiceContext, row: MessageRow, effect: string): CarrierFields {
  const fields: [string, string][] = [
    [row.sender.startsWith('MG') ? 'MessagingServiceSid' : 'From', row.sender],
    ['To', row.recipient],
  ];
  if (row.content !== null) {
    const { sid, variables } = JSON.parse(row.content) as { sid: string; variables: object };
    fields.push(['ContentSid', sid], ['ContentVariables', JSON.stringify(variables)]);
  } else if (row.body !== '') fields.push(['Body', row.body]);
  for (const url of JSON.parse(row.media) as string[]) fields.push(['MediaUrl', url]);
  return [...fields, ['StatusCallback', statusAddress(ctx, row, effect)]];
}

export const handleCallJob: JobHandler = async (ctx, tools, job) => {
  const order = JSON.parse(job.payload) as CallJob;
  const row = await findCallOf(ctx.database.read, keyOf(job, order.effect));
  if (row?.carrier == null || isTerminal(row.status)) return finishWithoutResult(ctx, job);
  const wanted = { carrier: row.carrier, path: 'Calls.json', fields: callFields(ctx, row, order) };
  const outcome = await requestAtMostOnce(ctx, tools, job, wanted);
  if (outcome.ended === 'again') return retry(outcome);
  return completeEffect(ctx, job, null, async (turn) => {
    const present = await findCallOf(turn.tx, keyOf(job, order.effect));
    return present === undefined ? null : recordCallOutcome(turn, present, outcome);
  });
};

/** Null when the carrier rings: how that ends it reports later. */
async function recordCallOutcome(
  turn: TurnTransaction,
  row: CallRow,
  outcome: FinalOutcome,
): Promise<Result | null> {
  const { account, sid } = row;
  const { now } = turn;
  if (outcome.ended === 'accepted') {
    const newSid = textOf(outcome.data.sid) || sid;
    if (row.status === 'queued') await setCallStatus(turn.tx, { account, sid, status: 'ringing', now });
    await renameCall(turn.tx, row, newSid);
    // It was given up while it was being placed.
    if (isTerminal(row.status)) await hangUp(turn, { ...row, sid: newSid }, cancelJobKey(row));
    return null;
  }
  if (isTerminal(row.status)) return null;
  await setCallStatus(turn.tx, { account, sid, status: 'failed', now });
  const code = outcome.ended === 'refused' ? outcome.code : '';
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

function callFields(
  ctx: ServiceContext,
  row: CallRow,
  { effect, timeout_s, record, options }: CallJob,
): CarrierFields {
  const query = callbackQuery(row.execution, effect);
  const url = `${ctx.publicUrl()}${paths.webhook(row.account, row.flow)}?${query}`;
  const detects = options.MachineDetection !== undefined;
  return [
    ['From', row.sender],
    ['To', row.recipient],
    ['Url', url],
    ['Method', 'POST'],
    ['StatusCallback', statusAddress(ctx, row, effect, detects)],
    ['StatusCallbackMethod', 'POST'],
    ...['initiated', 'ringing', 'answered', 'completed'].map((event): [string, string] => [
      'StatusCallbackEvent',
      event,
    ]),
    ['Timeout', String(timeout_s)],
    ...(record ? [['Record', 'true'] as const] : []),
    ...Object.entries(options),
  ];
}

function statusAddress(
  ctx: ServiceContext,
  { account, execution }: { account: string; execution: string | null },
  effect: string,
  detects = false,
): string {
  const query = callbackQuery(execution ?? '', effect, detects);
  return `${ctx.publicUrl()}${paths.carrierStatus(account)}?${query}`;
}

/** Changes of a live call. What nobody waits for, such as hanging up, may be asked for twice; a recording may not. */
export const handleUpdateJob: JobHandler = async (ctx, tools, job) => {
  const { effect, ...wanted } = JSON.parse(job.payload) as UpdateJob;
  const ask = effect === null ? requestAtLeastOnce : requestAtMostOnce;
  const outcome = await ask(ctx, tools, job, wanted);
  if (outcome.ended === 'again') return retry(outcome);
  if (effect !== null) return completeEffect(ctx, job, null, async () => updateResult(outcome));
  // A call that is over already cannot be ended, which is as good.
  const isDone = outcome.ended === 'accepted' || outcome.ended === 'refused';
  return isDone ? finishWithoutResult(ctx, job) : { outcome: 'dead', problem: outcome.reason };
};

function updateResult(outcome: FinalOutcome): Result {
  if (outcome.ended === 'accepted') return { ok: true, data: toWebhookNames(outcome.data) };
  const code = outcome.ended === 'refused' ? Number(outcome.code) || 0 : 0;
  return { ok: false, code, message: `The carrier did not do it: ${outcome.reason}`, data: {} };
}

/** Carriers answer in small letters and post in capitals (`start_time`, `StartTime`); flows read the latter. */
function toWebhookNames(data: JsonObject): JsonObject {
  const named = (key: string) => key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [named(key), value]));
}

/** Fetches the carrier's account, to see whether its address and token are right. */
export const handleCheckJob: JobHandler = async (ctx, { agent }, job) => {
  const { carrier } = JSON.parse(job.payload) as CheckJob;
  const row = await findCarrier(ctx.database.read, job.account, carrier);
  if (row === undefined) return finishWithoutResult(ctx, job);
  const access = credentialsOf(ctx, row);
  const outcome =
    access === null
      ? {
          ended: 'unreached' as const,
          reason: 'Its token cannot be read: SECRET_KEY is not the one of before',
        }
      : await sendCarrierRequest(agent, access, { path: null, fields: [], idempotencyKey: job.key });
  const problem = outcome.ended === 'accepted' ? null : outcome.reason;
  await ctx.database.write(async (tx) => {
    await updateCarrier(tx, row, { checked_at: ctx.clock.now(), problem });
    await completeJob(tx, job.key);
  });
  return done;
};

/**
 * Stores an outcome and gives its result to the execution, in one transaction. The row of the message or call is
 * told even when the execution has gone on or ended meanwhile.
 */
async function completeEffect(
  ctx: ServiceContext,
  job: JobRow,
  replyTo: string | null,
  tell: (turn: TurnTransaction) => Promise<Result | null>,
): Promise<JobResult> {
  const { effect } = JSON.parse(job.payload) as { effect: string };
  await inTurnTransaction(
    ctx,
    async (turn) => {
      const execution: ExecutionRow | undefined =
        job.execution === null ? undefined : await lockExecution(turn, job.execution);
      await endAttempt(turn.tx, job.key);
      await completeJob(turn.tx, job.key);
      const result = await tell(turn);
      if (result !== null && execution !== undefined) {
        await takeTurn(turn, execution, { kind: 'result', effect, result });
      }
    },
    replyTo,
  );
  return done;
}

async function finishWithoutResult(ctx: ServiceContext, job: JobRow): Promise<JobResult> {
  await ctx.database.write((tx) => completeJob(tx, job.key));
  return done;
}

function retry({ at, reason }: Extract<AttemptOutcome, { ended: 'again' }>): JobResult {
  return { outcome: 'retry', at, problem: reason };
}

function keyOf({ account, execution }: JobRow, effect: string) {
  return { account, execution: execution ?? '', effect };
}
