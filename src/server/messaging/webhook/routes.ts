/**
 * /v1/Accounts/{AccountSid}/Flows/{FlowSid}: where carriers post what happens at an address of the flow, and
 * are told what to do in the answer.
 *
 * Anybody may call it: carriers cannot sign in. What they send is checked by its signature where the address
 * belongs to a carrier with a token; where it belongs to the test carrier, a deployment guards this path.
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
import { Form, formOf, invalidParameter } from '../../platform/http/form.ts';
import { queryOf } from '../../platform/http/paging.ts';
import { sidParam } from '../../platform/http/sid-param.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type CallReport, receiveCall } from '../calls/service.ts';
import { isConversationEvent, readConversationEvent } from '../conversations/event.ts';
import { receiveConversationMessage } from '../conversations/service.ts';
import { receiveReturn } from '../messages/returns.ts';
import { type InboundMessage, type Reply, receiveMessage } from '../messages/service.ts';
import { requireSignature, signedRoute } from '../signatures/guard.ts';
import { isMessageReport, processStatusReport, readSubject } from '../status-callbacks/routes.ts';
import { callbackFields, callMarkup, messageMarkup, paymentEvent, pollEvent } from './markup-response.ts';

type Post = { Params: { account: string; flow: string } };
type WebhookTarget = { account: string; flow: string };

const maxMedia = 10;
const maxAddressLength = 300;
const maxSidLength = 64;

export function webhookRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const take = async (request: FastifyRequest<Post>, reply: FastifyReply): Promise<string> => {
    const place = {
      account: sidParam('AC', request.params.account),
      flow: sidParam('FW', request.params.flow),
    };
    await requireOpenAccount(ctx, place.account);
    const query = queryOf(request);
    const form = request.method === 'POST' ? formOf(request.body) : formOfQuery(query);
    const about = readSubject(place.account, request, form);
    const parties = { from: form.text('From') ?? '', to: form.text('To') ?? '' };
    await requireSignature(ctx, request, { ...about, ...parties }, request.method === 'POST' ? form : null);
    void reply.type('text/xml; charset=utf-8').header('cache-control', 'no-store');
    const answered = (replies: Reply[]) => messageMarkup(baseUrl(ctx, request), place.account, replies);
    const returned = returnedBy(form, query);
    if (returned !== null && form.text('CallSid') === undefined) {
      const fields = { ...fieldsOf(form), ...fieldsOfQuery(query) };
      const message = { ...readParties(ctx, place, form), event: returned, fields };
      return answered(await receiveReturn(ctx, message));
    }
    if (isMessageReport(form)) {
      await processStatusReport(ctx, about, form, query);
      return answered([]);
    }
    if (form.text('CallSid') !== undefined) {
      const instructions = await receiveCall(ctx, readCall(place, form, query, about.effect));
      return callMarkup(baseUrl(ctx, request), place, instructions);
    }
    if (isConversationEvent(form)) {
      const message = readConversationEvent(ctx, place, form);
      return answered(message === null ? [] : await receiveConversationMessage(ctx, message));
    }
    return answered(await receiveMessage(ctx, readMessage(ctx, place, form)));
  };
  const refusals = { onResponse: logRejection };
  app.post<Post>(paths.webhook(':account', ':flow'), { ...signedRoute, ...refusals }, take);
  app.get<Post>(paths.webhook(':account', ':flow'), refusals, take);
}

/** Whoever runs this should see that posts do not fit; what was in them is nobody's business. */
function logRejection(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { statusCode: status } = reply;
  if (status >= 400 && status < 500 && status !== 403) {
    request.log.info({ request: request.id, status }, 'A post to a flow was refused');
  }
  done();
}

function formOfQuery(query: URLSearchParams): Form {
  return new Form(new Map([...new Set(query.keys())].map((name) => [name, query.getAll(name)])));
}

/** Without a SID of its own each message is a new one. */
function readMessage(ctx: ServiceContext, place: WebhookTarget, form: Form): InboundMessage {
  if (
    form.text('Body') === undefined &&
    form.text('MessageSid') === undefined &&
    form.text('SmsSid') === undefined
  ) {
    throw new Refusal('bad-request', 'The post carries neither a CallSid nor a MessageSid nor a Body');
  }
  const parties = readParties(ctx, place, form);
  const body = form.text('Body') ?? '';
  const fields = { NumMedia: '0', ...fieldsOf(form), MessageSid: parties.sid, Body: body };
  return { ...parties, body, media: mediaOf(form), fields };
}

function readParties(ctx: ServiceContext, place: WebhookTarget, form: Form) {
  const sid = readSid(form, 'MessageSid') ?? readSid(form, 'SmsSid') ?? ctx.ids.sid('SM');
  return { ...place, sid, from: readAddress(form, 'From'), to: readAddress(form, 'To') };
}

/**
 * Whether another application gives back the call or the conversation by the address that it was told of, or a
 * carrier says here, where it goes when it cannot, that it could not reach that application.
 */
function returnedBy(form: Form, query: URLSearchParams): 'return' | 'fail' | null {
  const event = query.get(callbackFields.event) ?? form.text(callbackFields.event);
  if (event === 'return' || event === 'fail') return event;
  return form.text('ErrorUrl') ? 'fail' : null;
}

function readCall(
  place: WebhookTarget,
  form: Form,
  query: URLSearchParams,
  placed: NonNullable<CallReport['placedBy']> | null,
): CallReport {
  const sid = readSid(form, 'CallSid');
  if (sid === undefined) throw invalidParameter('CallSid', 'must not be empty');
  const event = query.get(callbackFields.event);
  const wait = query.get(callbackFields.wait);
  const execution = query.get(callbackFields.execution);
  const returned = returnedBy(form, query);
  const isReport = event !== null && event !== pollEvent && wait !== null && isSid('FN', execution);
  const status = form.text('CallStatus') || 'in-progress';
  const known = callStatuses.find((each) => each === status);
  // Carriers differ in their words for a call that goes on; those for its end are the same everywhere.
  const present: CallStatus = known === undefined || known === 'queued' ? 'in-progress' : known;
  return {
    ...place,
    sid,
    from: readAddress(form, 'From'),
    to: readAddress(form, 'To'),
    status: present,
    fields: returned === null ? allowedFields(event, form) : { ...fieldsOf(form), ...fieldsOfQuery(query) },
    finished: isReport ? { event: gatherOutcome(event, form), wait, execution } : null,
    returned,
    continues: event !== null || form.has(callbackFields.event) || placed !== null,
    placedBy: placed,
  };
}

/** How a gather ended shows in what was gathered. */
function gatherOutcome(event: string, form: Form): string {
  if (event !== 'gather') return event;
  if (form.text('Digits')) return 'keypress';
  return form.text('SpeechResult') ? 'speech' : 'timeout';
}

/** Of a payment only what may be kept comes in, whatever the flow is at by now. */
function allowedFields(event: string | null, form: Form): JsonObject {
  return event === paymentEvent ? redactPaymentReport(fieldsOf(form)) : fieldsOf(form);
}

const ownFields = new Set<string>([...Object.values(callbackFields), ...Object.values(callbackParameters)]);

function fieldsOf(form: Form): JsonObject {
  const fields: JsonObject = {};
  for (const name of form.names()) {
    // A field of that name would not become a field.
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
