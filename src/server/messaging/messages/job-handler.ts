/** The `carrier-message` job: sends a message through the carrier's REST API. */

import type { Result } from '#engine/signal.ts';
import { textOf } from '#flow/json/json.ts';
import type { TurnTransaction } from '../../executions/service/turn-transaction.ts';
import type { MessageRow } from '../../platform/database/schema/tables.ts';
import type { JobHandler } from '../../platform/jobs/job-handler.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requestSubject } from '../carriers/complete-effect.ts';
import type { MessageJob } from '../carriers/jobs.ts';
import type { FinalOutcome } from '../carriers/request.ts';
import type { CarrierRequest, ContentTemplate } from '../dialects/dialect.ts';
import { errorCodeOf } from '../dialects/json-request.ts';
import { statusCallbackUrl } from '../status-callbacks/url.ts';
import { acceptedMessage, failedMessage } from './result.ts';
import { isUndelivered, outboundStatus } from './status.ts';
import { findMessageOf, setMessageStatus } from './store.ts';

export const handleMessageJob: JobHandler = async (ctx, tools, job) => {
  const { effect, reply_to: replyTo, conversation } = JSON.parse(job.payload) as MessageJob;
  return requestSubject(ctx, tools, job, {
    effect,
    replyTo,
    find: findMessageOf,
    order: (row) => ({
      request: conversation ? conversationRequest(row, conversation) : messageRequest(ctx, row, effect),
    }),
    record: (turn, row, outcome) =>
      recordMessageOutcome(turn, row, outcome, conversation ? 'sent' : 'queued'),
  });
};

/** A message into a conversation, about which no status is reported later. */
function conversationRequest(
  row: MessageRow,
  target: NonNullable<MessageJob['conversation']>,
): CarrierRequest {
  return {
    do: 'add-to-conversation',
    message: {
      service: target.service,
      conversation: target.channel,
      author: row.sender,
      body: row.body,
      media: mediaOf(row),
      attributes: target.attributes,
      content: contentOf(row),
    },
  };
}

function messageRequest(ctx: ServiceContext, row: MessageRow, effect: string): CarrierRequest {
  return {
    do: 'send-message',
    from: row.sender,
    to: row.recipient,
    body: row.body,
    media: mediaOf(row),
    content: contentOf(row),
    statusUrl: statusCallbackUrl(ctx, row, effect),
  };
}

const mediaOf = ({ media }: MessageRow) => JSON.parse(media) as string[];

const contentOf = ({ content }: MessageRow) =>
  content === null ? null : (JSON.parse(content) as ContentTemplate);

async function recordMessageOutcome(
  turn: TurnTransaction,
  row: MessageRow,
  outcome: FinalOutcome,
  accepted: 'sent' | 'queued',
): Promise<Result> {
  const { now } = turn;
  if (outcome.ended !== 'accepted') {
    const code = outcome.ended === 'rejected' ? outcome.code : '';
    await setMessageStatus(turn.tx, row, { status: 'failed', error_code: code || null, now });
    return failedMessage({ ...row, status: 'failed' }, code, outcome.reason);
  }
  const { data } = outcome;
  const reported = outboundStatus(textOf(data.status)) ?? accepted;
  // A status callback may have arrived before the response.
  const status = row.status === 'pending' ? reported : row.status;
  const code = row.error_code ?? (errorCodeOf(data.error_code) || null);
  const newSid = textOf(data.sid) || row.sid;
  await setMessageStatus(turn.tx, row, { status, error_code: code, now, newSid });
  const updated = { ...row, sid: newSid, status, sender: textOf(data.from) || row.sender };
  if (!isUndelivered(status)) return acceptedMessage(updated);
  return failedMessage(updated, code ?? '', textOf(data.error_message) || 'The carrier could not send it');
}
