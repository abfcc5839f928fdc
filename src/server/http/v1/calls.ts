/** /v1/Carrier/Calls: calls of the account, and on the test carrier what a contact does on one. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallResource } from '#api/carrier.ts';
import * as operations from '#api/operations/carrier.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json.ts';
import { flowAt } from '../../service/addresses.ts';
import { isPositionByAge, positionByAge } from '../../service/age-position.ts';
import {
  type CallReport,
  type CallRow,
  fetchCall,
  type Instructions,
  listCalls,
  receiveCall,
} from '../../service/calls.ts';
import type { Caller, Host } from '../../service/host.ts';
import { baseUrl } from '../base-url.ts';
import { callMarkup } from '../call-markup.ts';
import { dateTime, dateTimeOrNull } from '../date-time.ts';
import { presentPage, readPage } from '../paging.ts';
import { serve } from '../serve.ts';

export function callRoutes(app: FastifyInstance, host: Host): void {
  serve(app, operations.createCall, async ({ request, caller, form }) => {
    const { account } = caller;
    const [from, to] = [form.From.trim(), form.To.trim()];
    const flow = await flowAt(host, caller, to, 'To');
    const sid = host.ids.sid('CA');
    const call = { account, flow, sid, sender: from, recipient: to, direction: 'inbound' as const };
    const instructions = await receiveCall(host, reportOf(call, 'in-progress'));
    return presentMoved(host, request, caller, sid, instructions);
  });

  serve(app, operations.listCalls, async ({ request, caller, query }) => {
    const want = readPage(request, isPositionByAge);
    return presentPage(host, request, {
      key: 'calls',
      want,
      slice: await listCalls(host, caller, { status: query.Status }, want),
      positionOf: (row) => positionByAge(row),
      present: (row) => presentCall(host, request, row, null),
    });
  });

  serve(app, operations.fetchCall, async ({ request, caller, params }) =>
    presentCall(host, request, await fetchCall(host, caller, params.Sid), null),
  );

  serve(app, operations.updateCall, async ({ request, caller, params, form }) => {
    const call = await fetchCall(host, caller, params.Sid);
    const instructions = await receiveCall(host, reportOf(call, form.Status));
    return presentMoved(host, request, caller, call.sid, instructions);
  });
}

type Call = Pick<CallRow, 'account' | 'flow' | 'sid' | 'sender' | 'recipient' | 'direction'>;

/** What a carrier says of a call. */
function reportOf(call: Call, status: CallReport['status']): CallReport {
  const { account, flow, sid, sender: from, recipient: to, direction } = call;
  const fields: JsonObject = {
    CallSid: sid,
    AccountSid: account,
    From: from,
    To: to,
    Caller: from,
    Called: to,
    CallStatus: status,
    Direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    ApiVersion: '2010-04-01',
  };
  return { account, flow, sid, from, to, status, fields, done: null };
}

async function presentMoved(
  host: Host,
  request: FastifyRequest,
  caller: Caller,
  sid: string,
  instructions: Instructions,
): Promise<CallResource> {
  const call = await fetchCall(host, caller, sid);
  return presentCall(host, request, call, callMarkup(baseUrl(host, request), call, instructions));
}

function presentCall(host: Host, request: FastifyRequest, row: CallRow, markup: string | null): CallResource {
  // Its personal data was removed: every other call has a recipient.
  const isRemoved = row.recipient === '';
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    direction: row.direction,
    from: isRemoved ? null : row.sender,
    to: isRemoved ? null : row.recipient,
    status: row.status,
    carrier_sid: row.carrier,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: baseUrl(host, request) + paths.call(row.sid),
    markup,
  };
}
