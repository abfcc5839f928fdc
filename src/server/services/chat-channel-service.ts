/** Service functions of chat channels: those that flows created at the embedded chat service. */

import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { ChatChannelRow, ChatMemberRow } from '../platform/database/schema/services.ts';
import { notFound } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import {
  findChannel,
  listChannels as listChannelRows,
  membersOf,
  removeChannel as removeChannelRow,
} from './chat-channel-store.ts';

export type { ChatChannelRow, ChatMemberRow };

export type ChannelWithMembers = { row: ChatChannelRow; members: ChatMemberRow[] };

/** Newest first; positions are SIDs. */
export async function listChatChannels(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<ChannelWithMembers>> {
  const slice = await listChannelRows(ctx.database.read, account, request);
  const members = await membersOf(
    ctx.database.read,
    account,
    slice.rows.map(({ sid }) => sid),
  );
  const rows = slice.rows.map((row) => ({
    row,
    members: members.filter(({ channel }) => channel === row.sid),
  }));
  return { ...slice, rows };
}

/** @throws Refusal when the caller has no such channel */
export async function fetchChatChannel(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<ChannelWithMembers> {
  const row = await findChannel(ctx.database.read, account, sid);
  if (row === undefined) throw notFound();
  return { row, members: await membersOf(ctx.database.read, account, [row.sid]) };
}

/** @throws Refusal when the caller has no such channel */
export async function removeChatChannel(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<void> {
  if (!(await ctx.database.write((tx) => removeChannelRow(tx, account, sid)))) throw notFound();
}
