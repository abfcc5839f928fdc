/** Routes of calls: /v1/Carrier/Calls. Creating and updating one is what a contact does on the test carrier. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallResource } from '#api/messaging/operations.ts';
import * as operations from '#api/messaging/operations.ts';
import { paths } from '#api/paths.ts';
import { callFields } from '#engine/carrier-fields.ts';
import { requireAddress } from '../../platform/http/address-field.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { isPrivateRequest } from '../../platform/http/local-request.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byAge } from '../../platform/http/paging.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlowFor } from '../addresses/service.ts';
import { dialectOf } from '../dialects/table.ts';
import { callDocument } from '../webhook/documents.ts';
import { fetchWebhookSecret } from '../webhook-secrets/service.ts';
import {
  type CallInstructions,
  type CallReport,
  type CallRow,
  fetchCall,
  listCalls,
  receiveCall,
} from './service.ts';

export function callRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createCall, async ({ base, request, caller, form }) => {
    const { account } = caller;
    const [from, to] = [requireAddress(form.From, 'From', 'sender'), requireAddress(form.To, 'To', 'sender')];
    const flow = await requireFlowFor(ctx, caller, { from, to });
    const sid = ctx.ids.sid('CA');
    const call = { account, flow, sid, sender: from, recipient: to, direction: 'inbound' as const };
    const instructions = await receiveCall(ctx, reportOf(call, 'in-progress'));
    return presentMoved(ctx, { base, request, caller }, sid, instructions);
  });

  serveOperation(app, operations.listCalls, ({ page, base, caller, query }) =>
    page('calls', byAge, {
      list: (wanted) =>
        listCalls(ctx, caller, { status: query.Status, execution: query.ExecutionSid }, wanted),
      present: (row) => presentCall(base, row, null),
    }),
  );

  serveOperation(app, operations.fetchCall, async ({ base, caller, params }) =>
    presentCall(base, await fetchCall(ctx, caller, params.Sid), null),
  );

  serveOperation(app, operations.updateCall, async ({ base, request, caller, params, form }) => {
    const call = await fetchCall(ctx, caller, params.Sid);
    const instructions = await receiveCall(ctx, reportOf(call, form.Status));
    return presentMoved(ctx, { base, request, caller }, call.sid, instructions);
  });
}

type Call = Pick<CallRow, 'account' | 'flow' | 'sid' | 'sender' | 'recipient' | 'direction'>;

/** The report that a carrier would send of a call on the test carrier. */
function reportOf(call: Call, status: CallReport['status']): CallReport {
  const { account, flow, sid, sender: from, recipient: to, direction } = call;
  const fields = callFields({ sid, account, from, to, direction }, status);
  return { account, flow, sid, from, to, status, fields, finished: null };
}

async function presentMoved(
  ctx: ServiceContext,
  { base, request, caller }: { base: string; request: FastifyRequest; caller: Caller },
  sid: string,
  instructions: CallInstructions,
): Promise<CallResource> {
  const call = await fetchCall(ctx, caller, sid);
  // Who plays the contact from another machine reports to the URLs in the markup.
  const secret = isPrivateRequest(ctx, request)
    ? null
    : (await fetchWebhookSecret(ctx, caller, call.flow)).secret;
  const dialect = dialectOf(null);
  const document = callDocument(base, { ...call, secret }, instructions, dialect);
  return presentCall(base, call, dialect.writeCall(document));
}

function presentCall(base: string, row: CallRow, markup: string | null): CallResource {
  // Its personal data was removed, or never stored: every other call has a recipient.
  const isRemoved = row.recipient === '';
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow || null,
    execution_sid: row.execution,
    direction: row.direction,
    from: isRemoved ? null : row.sender,
    to: isRemoved ? null : row.recipient,
    status: row.status,
    carrier_sid: row.carrier,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.call(row.sid),
    markup,
  };
}
