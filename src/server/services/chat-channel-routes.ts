/** /v1/ChatChannels: the channels of the embedded chat service, and their members. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/services/operations.ts';
import type { Json } from '#flow/json/json.ts';
import { parseExactJson } from '#flow/json/parse-json.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySidOf } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  type ChannelWithMembers,
  fetchChatChannel,
  listChatChannels,
  removeChatChannel,
} from './chat-channel-service.ts';

export function chatChannelRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listChatChannels, ({ page, base, caller }) =>
    page(
      'chat_channels',
      bySidOf('CH', ({ row }: ChannelWithMembers) => row.sid),
      {
        list: (wanted) => listChatChannels(ctx, caller, wanted),
        present: (channel) => presentChannel(base, channel),
      },
    ),
  );

  serveOperation(app, operations.fetchChatChannel, async ({ base, caller, params: { Sid } }) =>
    presentChannel(base, await fetchChatChannel(ctx, caller, Sid)),
  );

  serveOperation(app, operations.deleteChatChannel, ({ caller, params: { Sid } }) =>
    removeChatChannel(ctx, caller, Sid),
  );
}

function presentChannel(base: string, { row, members }: ChannelWithMembers): operations.ChatChannelResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    friendly_name: row.friendly_name,
    unique_name: row.unique_name,
    type: row.type,
    attributes: parseExactJson(row.attributes) as Json,
    members: members.map(({ sid, identity, friendly_name, role, created_at }) => ({
      sid,
      identity,
      friendly_name,
      role,
      date_created: dateTime(created_at),
    })),
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.chatChannel(row.sid),
  };
}
