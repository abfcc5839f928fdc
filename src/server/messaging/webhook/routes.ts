/**
 * The webhook: /v1/Accounts/{AccountSid}/Flows/{FlowSid}. Carriers post inbound messages and calls of the flow's
 * addresses to it, and get markup in the response.
 *
 * The route is open, because carriers cannot sign in. Posts are authenticated by their signature where the address
 * belongs to a carrier with a token; where it belongs to the test carrier, the deployment protects the path.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallStatus, callbackParameters, callStatuses } from '#api/messaging/resources.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { redactPaymentReport } from '#engine/results/payment-redaction.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { requireOpenAccount } from '../../accounts/service.ts';
import { Refusal } from '../../platform/errors.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { type Form, formOf, formOfQuery, invalidParameter } from '../../platform/http/form.ts';
import { queryOf } from '../../platform/http/paging.ts';
import { carrierPostLimits, maxFieldsOf } from '../../platform/http/request-limits.ts';
import { sidParam } from '../../platform/http/sid-param.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type CallReport, receiveCall } from '../calls/service.ts';
import { isConversationEvent, readConversationEvent } from '../conversations/event.ts';
import { receiveConversationMessage } from '../conversations/service.ts';
import { receiveReturn } from '../messages/returns.ts';
import { type InboundMessage, type Reply, receiveMessage } from '../messages/service.ts';
import { requireSignature, signedRoute } from '../signatures/guard.ts';
import { isMessageReport, processStatusReport, readSubject } from '../status-callbacks/report.ts';
import { callbackFields, callMarkup, messageMarkup, paymentEvent, pollEvent } from './markup-response.ts';

type Post = { Params: { account: string; flow: string } };
type WebhookTarget = { account: string; flow: string };

const maxMedia = 10;
const maxAddressLength = 300;
const maxSidLength = 64;

export function webhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const handle = async (request: FastifyRequest<Post>, reply: FastifyReply): Promise<string> => {
    const target = {
      account: sidParam('AC', request.params.account),
      flow: sidParam('FW', request.params.flow),
    };
    await requireOpenAccount(ctx, target.account);
    const query = queryOf(request);
    const form =
      request.method === 'POST'
        ? formOf(request.body, maxFieldsOf(request))
        : formOfQuery(query, maxFieldsOf(request));
    const subject = readSubject(target.account, request, form);
    const parties = { from: form.text('From') ?? '', to: form.text('To') ?? '' };
    await requireSignature(ctx, request, { ...subject, ...parties }, request.method === 'POST' ? form : null);
    void reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store');
    const markupOf = (replies: Reply[]) => messageMarkup(baseUrl(ctx, request), target.account, replies);
    const returned = returnedBy(form, query);
    if (returned !== null && form.text('CallSid') === undefined) {
      const fields = { ...fieldsOf(form), ...fieldsOfQuery(query) };
      const message = { ...readParties(ctx, target, form), event: returned, fields };
      return markupOf(await receiveReturn(ctx, message));
    }
    if (isMessageReport(form)) {
      await processStatusReport(ctx, subject, form, query);
      return markupOf([]);
    }
    if (form.text('CallSid') !== undefined) {
      const instructions = await receiveCall(ctx, readCall(target, form, query, subject.effect));
      return callMarkup(baseUrl(ctx, request), target, instructions);
    }
    if (isConversationEvent(form)) {
      const message = readConversationEvent(ctx, target, form);
      return markupOf(message === null ? [] : await receiveConversationMessage(ctx, message));
    }
    return markupOf(await receiveMessage(ctx, readMessage(ctx, target, form)));
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
function readMessage(ctx: ServiceContext, target: WebhookTarget, form: Form): InboundMessage {
  if (
    form.text('Body') === undefined &&
    form.text('MessageSid') === undefined &&
    form.text('SmsSid') === undefined
  ) {
    throw new Refusal('bad-request', 'The post carries neither a CallSid nor a MessageSid nor a Body');
  }
  const parties = readParties(ctx, target, form);
  const body = form.text('Body') ?? '';
  const fields = { NumMedia: '0', ...fieldsOf(form), MessageSid: parties.sid, Body: body };
  return { ...parties, body, media: mediaOf(form), fields };
}

function readParties(ctx: ServiceContext, target: WebhookTarget, form: Form) {
  const sid = readSid(form, 'MessageSid') ?? readSid(form, 'SmsSid') ?? ctx.ids.sid('SM');
  return { ...target, sid, from: readAddress(form, 'From'), to: readAddress(form, 'To') };
}

/**
 * Whether another application returns the call or the conversation to the return URL that it was given, or a carrier
 * falls back to this URL because it could not reach that application.
 */
function returnedBy(form: Form, query: URLSearchParams): 'return' | 'fail' | null {
  const event = query.get(callbackFields.event) ?? form.text(callbackFields.event);
  if (event === 'return' || event === 'fail') return event;
  return form.text('ErrorUrl') ? 'fail' : null;
}

function readCall(
  target: WebhookTarget,
  form: Form,
  query: URLSearchParams,
  placedBy: NonNullable<CallReport['placedBy']> | null,
): CallReport {
  const sid = readSid(form, 'CallSid');
  if (sid === undefined) throw invalidParameter('CallSid', 'must not be empty');
  const event = query.get(callbackFields.event);
  const wait = query.get(callbackFields.wait);
  const execution = query.get(callbackFields.execution);
  const returned = returnedBy(form, query);
  const isFinished = event !== null && event !== pollEvent && wait !== null && isSid('FN', execution);
  const status = form.text('CallStatus') || 'in-progress';
  const knownStatus = callStatuses.find((each) => each === status);
  // Carriers differ in their statuses for a call in progress; those for its end are the same everywhere.
  const callStatus: CallStatus =
    knownStatus === undefined || knownStatus === 'queued' ? 'in-progress' : knownStatus;
  return {
    ...target,
    sid,
    from: readAddress(form, 'From'),
    to: readAddress(form, 'To'),
    status: callStatus,
    fields: returned === null ? allowedFields(event, form) : { ...fieldsOf(form), ...fieldsOfQuery(query) },
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
  return event === paymentEvent ? redactPaymentReport(fieldsOf(form)) : fieldsOf(form);
}

const ownFields = new Set<string>([...Object.values(callbackFields), ...Object.values(callbackParameters)]);

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

function readAddress(form: Form, name: string): string {
  const address = form.required(name).trim();
  if (address.length > maxAddressLength)
    throw invalidParameter(name, `must not be longer than ${maxAddressLength} letters`);
  return address;
}

function readSid(form: Form, name: string): string | undefined {
  const sid = form.text(name);
  if (sid === undefined || sid === '') return undefined;
  if (!/^[\w-]+$/.test(sid) || sid.length > maxSidLength) throw invalidParameter(name, 'must be a SID');
  return sid;
}
