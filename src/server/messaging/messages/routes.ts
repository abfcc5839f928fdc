/** Routes of messages: /v1/Carrier/Messages. Creating one is an inbound message on the test carrier. */

import type { FastifyInstance } from 'fastify';
import type { MessageResource } from '#api/messaging/operations.ts';
import * as operations from '#api/messaging/operations.ts';
import { messageFields } from '#engine/carrier-fields.ts';
import { addressFilter, requireAddress } from '../../platform/http/address-field.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byAge } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { requireFlowFor } from '../addresses/service.ts';
import { setTestMessageStatus } from '../status-callbacks/service.ts';
import { fetchMessage, listMessages, type MessageRow, receiveMessage } from './service.ts';

export function messageRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createMessage, async ({ caller, form }) => {
    const { account } = caller;
    const [from, to, body] = [
      requireAddress(form.From, 'From', 'sender'),
      requireAddress(form.To, 'To', 'sender'),
      form.Body,
    ];
    const flow = await requireFlowFor(ctx, caller, { from, to });
    const sid = ctx.ids.sid('SM');
    const fields = messageFields({ sid, account, from, to, body, media: [] });
    await receiveMessage(ctx, { account, flow, sid, from, to, channel: to, body, media: [], fields });
    return presentMessage(await fetchMessage(ctx, caller, sid));
  });

  serveOperation(app, operations.listMessages, ({ page, caller, query }) =>
    page('messages', byAge, {
      list: (wanted) =>
        listMessages(
          ctx,
          caller,
          {
            sender: addressFilter(query.From),
            recipient: addressFilter(query.To),
            execution: query.ExecutionSid,
          },
          wanted,
        ),
      present: presentMessage,
    }),
  );

  serveOperation(app, operations.updateMessage, async ({ caller, params, form }) => {
    const { Status: status, ErrorCode: code = '' } = form;
    return presentMessage(await setTestMessageStatus(ctx, caller, { sid: params.Sid, status, code }));
  });
}

function presentMessage(row: MessageRow): MessageResource {
  // Its personal data was removed: every other message has a recipient.
  const isRemoved = row.recipient === '';
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    direction: row.direction,
    from: isRemoved ? null : row.sender,
    to: isRemoved ? null : row.recipient,
    body: isRemoved ? null : row.body,
    media: isRemoved ? null : (JSON.parse(row.media) as string[]),
    status: row.status,
    carrier_sid: row.carrier,
    content:
      isRemoved || row.content === null ? null : (JSON.parse(row.content) as MessageResource['content']),
    error_code: row.error_code,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
  };
}
