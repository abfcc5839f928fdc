/** Rows of chat channels and their members. */

import type { Queries } from '../platform/database/database.ts';
import { hotKey, lockRows } from '../platform/database/dialect.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { ChatChannelRow, ChatMemberRow } from '../platform/database/schema/services.ts';
import { shardOfAccount } from '../platform/database/shard.ts';

/** False, and nothing is stored, when the account has a channel of that unique name. */
export async function insertChannel(tx: Queries, row: ChatChannelRow): Promise<boolean> {
  const made = await tx
    .insertInto('chat_channels')
    .values(row)
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account', 'unique_name'])).doNothing())
    .returning('sid')
    .executeTakeFirst();
  return made !== undefined;
}

/** By SID or by unique name, which are never alike. */
export function findChannel(db: Queries, account: string, name: string): Promise<ChatChannelRow | undefined> {
  return db
    .selectFrom('chat_channels')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where((where) => where.or([where('sid', '=', name), where('unique_name', '=', name)]))
    .executeTakeFirst();
}

/** Locks the channel, so that its members are counted rightly; undefined when it is gone. */
export function lockChannel(
  tx: Queries,
  { sid, shard }: Pick<ChatChannelRow, 'sid' | 'shard'>,
): Promise<{ sid: string } | undefined> {
  const channel = tx
    .selectFrom('chat_channels')
    .select('sid')
    .where('sid', '=', sid)
    .where('shard', '=', shard);
  return lockRows(tx, channel).executeTakeFirst();
}

/** Channels of the account, newest first; positions are SIDs. */
export function listChannels(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<ChatChannelRow>> {
  return fetchPage(
    request,
    db
      .selectFrom('chat_channels')
      .selectAll()
      .where('shard', '=', shardOfAccount(account))
      .where('account', '=', account),
  );
}

/** Takes the channel away, and its members. False when there was none. */
export async function removeChannel(tx: Queries, account: string, sid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('chat_channels')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** False, and nothing is stored, when a member of that identity is in the channel. */
export async function insertMember(tx: Queries, row: ChatMemberRow): Promise<boolean> {
  const made = await tx
    .insertInto('chat_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['channel', 'identity'])).doNothing())
    .returning('sid')
    .executeTakeFirst();
  return made !== undefined;
}

/** The members of these channels of the account, those who came first first. */
export async function membersOf(
  db: Queries,
  account: string,
  channels: readonly string[],
): Promise<ChatMemberRow[]> {
  if (channels.length === 0) return [];
  return db
    .selectFrom('chat_members')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('channel', 'in', channels)
    .orderBy('sid')
    .execute();
}
