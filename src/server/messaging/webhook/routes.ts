/**
 * The webhook: /v1/Accounts/{AccountSid}/Flows/{FlowSid}. Carriers post inbound messages and calls of the flow's
 * addresses to it, and get markup in the response.
 *
 * The route is open, because carriers cannot sign in. A post is authenticated by the carrier of the call, conversation
 * or address that it is about, and the handlers act on that subject alone.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callbackParameters, secretParameter } from '#api/messaging/callbacks.ts';
import { type CallStatus, callStatuses } from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { isSid, type SidPrefix } from '#api/sid.ts';
import {
  maskPaymentNumbers,
  redactPaymentFields,
  redactPaymentReport,
} from '#engine/results/payment-redaction.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { requireOpenAccount } from '../../accounts/service.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { carrierPostLimits, maxFieldsOf } from '../../platform/http/body-limits.ts';
import { type Form, formOfQuery } from '../../platform/http/form.ts';
import { baseUrl } from '../../platform/http/host.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type CallReport, receiveCall } from '../calls/service.ts';
import { readConversationEvent } from '../conversations/event.ts';
import { receiveConversationMessage, recordConversationCarrier } from '../conversations/service.ts';
import { readPost } from '../dialects/read-post.ts';
import { dialectOf } from '../dialects/table.ts';
import { receiveReturn } from '../messages/returns.ts';
import { type InboundMessage, type Reply, receiveMessage } from '../messages/service.ts';
import { requireCarrier, secretOf, signedRoute, signersOf } from '../signatures/guard.ts';
import { processStatusReport } from '../status-callbacks/report.ts';
import { isReturn, readWebhookSubject } from '../subjects/named-subject.ts';
import { type PostSubject, resolveSubject } from '../subjects/service.ts';
import { callbackFields, callDocument, paymentEvent, pollEvent, replyDocument } from './documents.ts';
import { isVerbName, resultOfUnsupported } from './unsupported-verb.ts';

type Post = { Params: { account: string; flow: string } };
type WebhookTarget = { account: string; flow: string };

/** The subject of one kind, as it was authenticated. */
type SubjectOf<K extends PostSubject['kind']> = Extract<PostSubject, { kind: K }>;

const maxMedia = 10;

export function webhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const handle = async (request: FastifyRequest<Post>, reply: FastifyReply): Promise<string> => {
    const target = {
      account: sidParam('AC', request.params.account),
      flow: sidParam('FW', request.params.flow),
    };
    await requireOpenAccount(ctx, target.account);
    const asked = queryOf(request);
    const { form, query } =
      request.method === 'POST'
        ? readPost(request.body, asked, maxFieldsOf(request))
        : { form: formOfQuery(asked, maxFieldsOf(request)), query: asked };
    const posted = request.method === 'POST' ? form : null;
    const named = readWebhookSubject(form, query);
    const subject = await resolveSubject(ctx, target, named, form, signersOf(ctx, request, posted));
    await requireCarrier(ctx, request, subject, posted);
    const dialect = dialectOf(subject.carrier);
    void reply.type(dialect.contentType).header('cache-control', 'no-store');
    const base = baseUrl(ctx, request);
    const markupOf = (replies: Reply[]) => dialect.writeReplies(replyDocument(base, target.account, replies));
    switch (subject.kind) {
      case 'call': {
        const instructions = await receiveCall(ctx, readCall(target, subject, form, query));
        const given = { ...target, secret: secretOf(request) };
        return dialect.writeCall(callDocument(base, given, instructions, dialect));
      }
      case 'return': {
        const event = returnedBy(form, query) ?? 'return';
        const fields = maskPaymentNumbers({ ...fieldsOf(form), ...fieldsOfQuery(query) });
        const { repliesInResponse } = dialect;
        const parties = readParties(ctx, subject);
        return markupOf(
          await receiveReturn(ctx, { ...target, ...parties, event, fields, repliesInResponse }),
        );
      }
      case 'call-report':
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
        const { repliesInResponse } = dialect;
        const message = { ...readMessage(ctx, target, subject, form), repliesInResponse };
        const replies = await receiveMessage(ctx, message);
        if (repliesInResponse) return markupOf(replies);
        // Nothing else can be in it: without a redirect, no other application takes over the conversation.
        if (replies.length > 0) await receiveReturn(ctx, { ...message, event: 'fail', fields: {} });
        return markupOf([]);
      }
    }
  };
  const onRejection = { onResponse: logRejection };
  const options = { ...carrierPostLimits, ...onRejection };
  app.post<Post>(paths.webhook(':account', ':flow'), { ...signedRoute, ...options }, handle);
  app.get<Post>(paths.webhook(':account', ':flow'), options, handle);
}

/** Operators should see that posts are rejected; their content is personal data and not logged. */
function logRejection(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { statusCode: status } = reply;
  if (status >= 400 && status < 500 && status !== 403) {
    request.log.info({ request: request.id, status }, 'Webhook post rejected');
  }
  done();
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

/** Of a payment only the fields that may be stored, whatever the flow waits for by now. */
function allowedFields(event: string | null, form: Form): JsonObject {
  const fields = fieldsOf(form);
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

/**
 * The parameter if it is a SID of that kind.
 *
 * @throws Refusal not-found: nothing can stand at such an address
 */
function sidParam(prefix: SidPrefix, value: string): string {
  if (!isSid(prefix, value)) throw notFound();
  return value;
}
