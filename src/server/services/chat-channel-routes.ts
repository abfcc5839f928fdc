/** /v1/ChatChannels: the channels of the embedded chat service, and their members. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/services/operations.ts';
import { isSid } from '#api/sid.ts';
import type { Json } from '#flow/json/json.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  type ChannelWithMembers,
  fetchChatChannel,
  listChatChannels,
  removeChatChannel,
} from './chat-channel-service.ts';

export function chatChannelRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listChatChannels, async ({ request, caller }) => {
    const pageRequest = readPage(request, (position) => isSid('CH', position));
    return presentPage(ctx, request, {
      key: 'chat_channels',
      pageRequest,
      slice: await listChatChannels(ctx, caller, pageRequest),
      positionOf: ({ row }) => row.sid,
      present: (channel) => presentChannel(ctx, request, channel),
    });
  });

  serveOperation(app, operations.fetchChatChannel, async ({ request, caller, params: { Sid } }) =>
    presentChannel(ctx, request, await fetchChatChannel(ctx, caller, Sid)),
  );

  serveOperation(app, operations.deleteChatChannel, ({ caller, params: { Sid } }) =>
    removeChatChannel(ctx, caller, Sid),
  );
}

function presentChannel(
  ctx: ServiceContext,
  request: FastifyRequest,
  { row, members }: ChannelWithMembers,
): operations.ChatChannelResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    friendly_name: row.friendly_name,
    unique_name: row.unique_name,
    type: row.type,
    attributes: JSON.parse(row.attributes) as Json,
    members: members.map(({ sid, identity, friendly_name, role, created_at }) => ({
      sid,
      identity,
      friendly_name,
      role,
      date_created: dateTime(created_at),
    })),
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: baseUrl(ctx, request) + paths.chatChannel(row.sid),
  };
}
