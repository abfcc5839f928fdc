/** Responds to what a carrier posts of a message, call or conversation, whichever way the post came. */

import { callbackParameters, secretParameter } from '#api/messaging/callbacks.ts';
import { type CallStatus, callStatuses } from '#api/messaging/operations.ts';
import { isSid } from '#api/sid.ts';
import {
  maskPaymentNumbers,
  redactPaymentFields,
  redactPaymentReport,
} from '#engine/results/payment-redaction.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Form } from '../../platform/http/form.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type CallReport, receiveCall } from '../calls/service.ts';
import type { PostingCarrier } from '../carriers/store.ts';
import { readConversationEvent } from '../conversations/event.ts';
import { receiveConversationMessage, recordConversationCarrier } from '../conversations/service.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/table.ts';
import { receiveReturn } from '../messages/returns.ts';
import { type InboundMessage, type Reply, receiveMessage } from '../messages/service.ts';
import { readRecording } from '../recordings/report.ts';
import { recordRecording, sidOfRecordingUrl } from '../recordings/service.ts';
import { processStatusReport } from '../status-callbacks/report.ts';
import { isReturn, readWebhookSubject } from '../subjects/named-subject.ts';
import { type PostSubject, resolveSubject } from '../subjects/service.ts';
import { callbackFields, callDocument, paymentEvent, pollEvent, replyDocument } from './documents.ts';
import { isVerbName, resultOfUnsupported } from './unsupported-verb.ts';

type WebhookTarget = { account: string; flow: string };

/** The subject of one kind, as it was authenticated. */
type SubjectOf<K extends PostSubject['kind']> = Extract<PostSubject, { kind: K }>;

const maxMedia = 10;

export type CarrierPost = {
  target: WebhookTarget;
  form: Form;
  query: URLSearchParams;
  /** What the paths of callback URLs are appended to, without a slash at the end; '' where a path is enough. */
  base: string;
  /** That of the webhook's URL, for clients that cannot sign; null for none. */
  secret: string | null;
  /** Whether the carrier has signed the post. One whose signatures are not checked has signed nothing. */
  isSignedBy(carrier: PostingCarrier): boolean;
  /** @throws Refusal where the post is not from the carrier of its subject */
  requireCarrier(subject: PostSubject): Promise<void>;
};

/**
 * The document that the carrier gets, and the dialect that it is written in.
 *
 * @throws Refusal
 */
export async function respondTo(
  ctx: ServiceContext,
  post: CarrierPost,
): Promise<{ dialect: Dialect; document: string }> {
  const { target, form, query } = post;
  const named = readWebhookSubject(form, query);
  const subject = await resolveSubject(ctx, target, named, form, post.isSignedBy);
  await post.requireCarrier(subject);
  const dialect = dialectOf(subject.carrier);
  return { dialect, document: await documentFor(ctx, post, subject, dialect) };
}

async function documentFor(
  ctx: ServiceContext,
  { target, form, query, base, secret }: CarrierPost,
  subject: PostSubject,
  dialect: Dialect,
): Promise<string> {
  const { repliesInResponse } = dialect;
  const markupOf = (replies: Reply[]) => dialect.writeReplies(replyDocument(base, target.account, replies));
  switch (subject.kind) {
    case 'call': {
      const report = readCall(target, subject, form, query);
      const instructions = await receiveCall(ctx, report, dialect.patienceMs);
      // A caller who hangs up ends the recording, too; the report of the call's end may come first.
      if (instructions.do === 'hang-up') await recordLate(ctx, report, form, query);
      const reportsTo = subject.carrier === null ? null : ctx.publicUrl();
      return dialect.writeCall(callDocument(base, { ...target, secret, reportsTo }, instructions, dialect));
    }
    case 'return': {
      const event = returnedBy(form, query) ?? 'return';
      const fields = maskPaymentNumbers({ ...fieldsOf(form), ...fieldsOfQuery(query) });
      const parties = readParties(ctx, subject);
      return markupOf(await receiveReturn(ctx, { ...target, ...parties, event, fields, repliesInResponse }));
    }
    case 'call-report':
    case 'recording-report':
    case 'message-report':
      await processStatusReport(ctx, subject, form, query);
      return markupOf([]);
    case 'conversation': {
      const { conversation, carrier, isNewConversation } = subject;
      if (isNewConversation && carrier !== null)
        await recordConversationCarrier(ctx, {
          account: target.account,
          conversation,
          carrier: carrier.sid,
        });
      const message = readConversationEvent(ctx, target, conversation, form);
      return markupOf(message === null ? [] : await receiveConversationMessage(ctx, message));
    }
    case 'message': {
      const message = { ...readMessage(ctx, target, subject, form), repliesInResponse };
      const replies = await receiveMessage(ctx, message);
      if (repliesInResponse) return markupOf(replies);
      // Nothing else can be in it: without a redirect, no other application takes over the conversation.
      if (replies.length > 0) await receiveReturn(ctx, { ...message, event: 'fail', fields: {} });
      return markupOf([]);
    }
  }
}

async function recordLate(
  ctx: ServiceContext,
  { account, sid: call, finished }: CallReport,
  form: Form,
  query: URLSearchParams,
): Promise<void> {
  const step = query.get(callbackFields.step) ?? '';
  if (finished === null || !/^\d{1,4}$/.test(step)) return;
  const recording = readRecording(form);
  await recordRecording(ctx, { account, call, execution: finished.execution, step: Number(step), recording });
}

/** A message without a SID cannot be recognised as a duplicate. */
function readMessage(
  ctx: ServiceContext,
  target: WebhookTarget,
  subject: SubjectOf<'message' | 'return'>,
  form: Form,
): InboundMessage {
  if (form.text('Body') === undefined && subject.sid === null) {
    throw new Refusal('bad-request', 'The post carries neither a CallSid nor a MessageSid nor a Body');
  }
  const parties = readParties(ctx, subject);
  const { sid, from, to } = parties;
  const body = form.text('Body') ?? '';
  const posted = redactPaymentFields(fieldsOf(form));
  const fields = { NumMedia: '0', ...posted, MessageSid: sid, From: from, To: to, Body: body };
  return { ...target, ...parties, body, media: mediaOf(form), fields };
}

function readParties(ctx: ServiceContext, { sid, from, to, channel }: SubjectOf<'message' | 'return'>) {
  return { sid: sid ?? ctx.ids.sid('SM'), from, to, channel };
}

/**
 * Whether another application returns the call or the conversation to the return URL that it was given, or a carrier
 * falls back to this URL because it could not reach that application.
 */
function returnedBy(form: Form, query: URLSearchParams): 'return' | 'fail' | null {
  if (!isReturn(form, query)) return null;
  const event = query.get(callbackFields.event) ?? form.text(callbackFields.event);
  return event === 'return' ? 'return' : 'fail';
}

function readCall(
  target: WebhookTarget,
  { sid, from, to, effect: placedBy }: SubjectOf<'call'>,
  form: Form,
  query: URLSearchParams,
): CallReport {
  const event = query.get(callbackFields.event);
  const wait = query.get(callbackFields.wait);
  const execution = query.get(callbackFields.execution);
  const missing = query.get(callbackFields.missing);
  const returned = returnedBy(form, query);
  const isFinished = event !== null && event !== pollEvent && wait !== null && isSid('FN', execution);
  const status = form.text('CallStatus') || 'in-progress';
  const knownStatus = callStatuses.find((each) => each === status);
  // Carriers differ in their statuses for a call in progress; those for its end are the same everywhere.
  const callStatus: CallStatus =
    knownStatus === undefined || knownStatus === 'queued' ? 'in-progress' : knownStatus;
  const posted =
    returned === null
      ? allowedFields(event, form)
      : maskPaymentNumbers({ ...fieldsOf(form), ...fieldsOfQuery(query) });
  return {
    ...target,
    sid,
    from,
    to,
    status: callStatus,
    fields: { ...posted, ...(isVerbName(missing) && resultOfUnsupported(missing)), From: from, To: to },
    finished: isFinished ? { event: gatherOutcome(event, form), wait, execution } : null,
    returned,
    continues: event !== null || form.has(callbackFields.event) || placedBy !== null,
    placedBy,
  };
}

/** The event of a gather follows from what it gathered. */
function gatherOutcome(event: string, form: Form): string {
  if (event !== 'gather') return event;
  if (form.text('Digits')) return 'keypress';
  return form.text('SpeechResult') ? 'speech' : 'timeout';
}

/**
 * Of a payment only the fields that may be stored, whatever the flow waits for by now. A recording has its SID, also where
 * the carrier says it in the URL alone.
 */
function allowedFields(event: string | null, form: Form): JsonObject {
  const posted = fieldsOf(form);
  const sid = sidOfRecordingUrl(String(posted.RecordingUrl ?? ''));
  const fields = sid === '' || posted.RecordingSid !== undefined ? posted : { ...posted, RecordingSid: sid };
  return event === paymentEvent ? redactPaymentReport(fields) : redactPaymentFields(fields);
}

const ownFields = new Set<string>([
  ...Object.values(callbackFields),
  ...Object.values(callbackParameters),
  secretParameter,
]);

function fieldsOf(form: Form): JsonObject {
  const fields: JsonObject = {};
  for (const name of form.names()) {
    // Assigning `__proto__` would set the prototype.
    if (!ownFields.has(name) && name !== '__proto__') fields[name] = form.text(name) ?? '';
  }
  return fields;
}

function fieldsOfQuery(query: URLSearchParams): JsonObject {
  const own = [...query].filter(([name]) => !ownFields.has(name) && name !== '__proto__');
  return Object.fromEntries(own);
}

function mediaOf(form: Form): string[] {
  const count = Math.min(Number(form.text('NumMedia')) || 0, maxMedia);
  return Array.from({ length: count }, (_, index) => form.text(`MediaUrl${index}`) ?? '').filter(
    (url) => url !== '',
  );
}
