/** /v1/Carrier: the built-in test carrier, by which a person or a test plays the other end of the line. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AddressResource, type CallResource, callStatuses, type MessageResource } from '#api/carrier.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import type { JsonObject } from '#flow/json.ts';
import {
  type AddressRow,
  flowAt,
  listAddresses,
  pointAddress,
  removeAddress,
} from '../../service/addresses.ts';
import { isPositionByAge, positionByAge } from '../../service/age-position.ts';
import { type CallRow, fetchCall, type Instructions, listCalls, receiveCall } from '../../service/calls.ts';
import { fetchMessage, listMessages, type MessageRow, receiveMessage } from '../../service/conversations.ts';
import type { Host } from '../../service/host.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { callMarkup } from '../call-markup.ts';
import { dateTime, dateTimeOrNull } from '../date-time.ts';
import { type Form, formOf, unfit } from '../form.ts';
import { presentPage, queryOf, readPage } from '../paging.ts';
import { sidParam } from '../sid-param.ts';

type One = { Params: { sid: string } };

const longestAddress = 300;
/** What may become of a call that a flow has placed. */
const outcomes = ['in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled'] as const;

export function carrierRoutes(app: FastifyInstance, host: Host): void {
  addressRoutes(app, host);
  messageRoutes(app, host);
  callRoutes(app, host);
}

function addressRoutes(app: FastifyInstance, host: Host): void {
  app.post(paths.addresses, async (request, reply) => {
    const form = formOf(request.body);
    const flow = form.required('FlowSid').trim();
    if (!isSid('FW', flow)) throw unfit('FlowSid', 'must be the SID of a flow');
    const row = await pointAddress(host, callerOf(request), { address: readAddress(form, 'Address'), flow });
    return reply.code(201).send(presentAddress(host, request, row));
  });

  app.get(paths.addresses, async (request) => {
    const want = readPage(request, (position) => isSid('PN', position));
    return presentPage(host, request, {
      key: 'addresses',
      want,
      slice: await listAddresses(host, callerOf(request), want),
      positionOf: (row) => row.sid,
      present: (row) => presentAddress(host, request, row),
    });
  });

  app.delete<One>(paths.address(':sid'), async (request, reply) => {
    await removeAddress(host, callerOf(request), sidParam('PN', request.params.sid));
    return reply.code(204).send();
  });
}

function messageRoutes(app: FastifyInstance, host: Host): void {
  app.post(paths.messages, async (request, reply) => {
    const caller = callerOf(request);
    const form = formOf(request.body);
    const [from, to] = [readAddress(form, 'From'), readAddress(form, 'To')];
    const body = form.required('Body');
    const flow = await flowAt(host, caller, to, 'To');
    const sid = host.ids.sid('SM');
    const { account } = caller;
    const fields: JsonObject = {
      MessageSid: sid,
      AccountSid: account,
      From: from,
      To: to,
      Body: body,
      NumMedia: '0',
    };
    await receiveMessage(host, { account, flow, sid, from, to, body, media: [], fields });
    return reply.code(201).send(presentMessage(await fetchMessage(host, caller, sid)));
  });

  app.get(paths.messages, async (request) => {
    const want = readPage(request, isPositionByAge);
    const query = queryOf(request);
    const filter = { sender: query.get('From') || undefined, recipient: query.get('To') || undefined };
    return presentPage(host, request, {
      key: 'messages',
      want,
      slice: await listMessages(host, callerOf(request), filter, want),
      positionOf: (row) => positionByAge(row),
      present: presentMessage,
    });
  });
}

function callRoutes(app: FastifyInstance, host: Host): void {
  app.post(paths.calls, async (request, reply) => {
    const caller = callerOf(request);
    const form = formOf(request.body);
    const [from, to] = [readAddress(form, 'From'), readAddress(form, 'To')];
    const flow = await flowAt(host, caller, to, 'To');
    const sid = host.ids.sid('CA');
    const { account } = caller;
    const status = 'in-progress';
    const fields = callFields({ account, sid, sender: from, recipient: to, direction: 'inbound' }, status);
    const instructions = await receiveCall(host, {
      account,
      flow,
      sid,
      from,
      to,
      status,
      fields,
      done: null,
    });
    return reply.code(201).send(await presentMoved(host, request, sid, instructions));
  });

  app.get(paths.calls, async (request) => {
    const want = readPage(request, isPositionByAge);
    const text = queryOf(request).get('Status') || undefined;
    const status = callStatuses.find((each) => each === text);
    if (text !== undefined && status === undefined)
      throw unfit('Status', `must be ${callStatuses.join(' or ')}`);
    return presentPage(host, request, {
      key: 'calls',
      want,
      slice: await listCalls(host, callerOf(request), { status }, want),
      positionOf: (row) => positionByAge(row),
      present: (row) => presentCall(host, request, row, null),
    });
  });

  app.get<One>(paths.call(':sid'), async (request) => {
    const call = await fetchCall(host, callerOf(request), sidParam('CA', request.params.sid));
    return presentCall(host, request, call, null);
  });

  app.post<One>(paths.call(':sid'), async (request) => {
    const call = await fetchCall(host, callerOf(request), sidParam('CA', request.params.sid));
    const status = formOf(request.body).requiredChoice('Status', outcomes);
    const { account, flow, sid, sender: from, recipient: to } = call;
    const fields = callFields(call, status);
    const instructions = await receiveCall(host, {
      account,
      flow,
      sid,
      from,
      to,
      status,
      fields,
      done: null,
    });
    return presentMoved(host, request, sid, instructions);
  });
}

function readAddress(form: Form, name: string): string {
  const address = form.required(name).trim();
  if (address.length > longestAddress) throw unfit(name, `must not be longer than ${longestAddress} letters`);
  return address;
}

/** What a carrier says of a call. */
function callFields(
  call: Pick<CallRow, 'account' | 'sid' | 'sender' | 'recipient' | 'direction'>,
  status: string,
): JsonObject {
  const { account, sid, sender, recipient, direction } = call;
  return {
    CallSid: sid,
    AccountSid: account,
    From: sender,
    To: recipient,
    Caller: sender,
    Called: recipient,
    CallStatus: status,
    Direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    ApiVersion: '2010-04-01',
  };
}

async function presentMoved(
  host: Host,
  request: FastifyRequest,
  sid: string,
  instructions: Instructions,
): Promise<CallResource> {
  const call = await fetchCall(host, callerOf(request), sid);
  return presentCall(host, request, call, callMarkup(baseUrl(host, request), call, instructions));
}

function presentAddress(host: Host, request: FastifyRequest, row: AddressRow): AddressResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    address: row.address,
    flow_sid: row.flow,
    date_created: dateTime(row.created_at),
    url: baseUrl(host, request) + paths.address(row.sid),
  };
}

function presentMessage(row: MessageRow): MessageResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    direction: row.direction,
    from: row.sender,
    to: row.recipient,
    body: row.body,
    media: JSON.parse(row.media) as string[],
    status: row.status,
    date_created: dateTime(row.created_at),
  };
}

function presentCall(host: Host, request: FastifyRequest, row: CallRow, markup: string | null): CallResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    direction: row.direction,
    from: row.sender,
    to: row.recipient,
    status: row.status,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: baseUrl(host, request) + paths.call(row.sid),
    markup,
  };
}
