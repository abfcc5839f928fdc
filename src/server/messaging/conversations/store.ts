/** Stores the carriers of conversations, and the authors as whom flows have written in them. */

import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import type {
  ConversationAuthorRow,
  ConversationCarrierRow,
} from '../../platform/database/schema/services.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';

/** Does nothing when the author is stored already. */
export async function insertAuthor(tx: Queries, row: Omit<ConversationAuthorRow, 'shard'>): Promise<void> {
  await tx
    .insertInto('conversation_authors')
    .values({ ...row, shard: shardOfAccount(row.account) })
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account', 'conversation', 'author'])).doNothing())
    .execute();
}

export async function isAuthor(db: Queries, row: Omit<ConversationAuthorRow, 'shard'>): Promise<boolean> {
  const found = await db
    .selectFrom('conversation_authors')
    .select('author')
    .where('shard', '=', shardOfAccount(row.account))
    .where('account', '=', row.account)
    .where('conversation', '=', row.conversation)
    .where('author', '=', row.author)
    .executeTakeFirst();
  return found !== undefined;
}

/** Does nothing when the conversation has a carrier already: it stays where it began. */
export async function insertConversationCarrier(
  tx: Queries,
  row: Omit<ConversationCarrierRow, 'shard'>,
): Promise<void> {
  await tx
    .insertInto('conversation_carriers')
    .values({ ...row, shard: shardOfAccount(row.account) })
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account', 'conversation'])).doNothing())
    .execute();
}

/** The SID of the carrier, null for the test carrier; undefined when nothing is known of the conversation. */
export async function carrierOfConversation(
  db: Queries,
  { account, conversation }: Omit<ConversationCarrierRow, 'shard' | 'carrier'>,
): Promise<string | null | undefined> {
  const found = await db
    .selectFrom('conversation_carriers')
    .select('carrier')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('conversation', '=', conversation)
    .executeTakeFirst();
  return found?.carrier;
}
