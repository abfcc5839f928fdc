/** Stores the authors as whom flows have written in conversations. */

import type { Queries } from '../../platform/database/database.ts';
import type { ConversationAuthorRow } from '../../platform/database/schema/services.ts';

/** Does nothing when the author is stored already. */
export async function insertAuthor(tx: Queries, row: ConversationAuthorRow): Promise<void> {
  await tx
    .insertInto('conversation_authors')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'conversation', 'author']).doNothing())
    .execute();
}

export async function isAuthor(db: Queries, row: ConversationAuthorRow): Promise<boolean> {
  const found = await db
    .selectFrom('conversation_authors')
    .select('author')
    .where('account', '=', row.account)
    .where('conversation', '=', row.conversation)
    .where('author', '=', row.author)
    .executeTakeFirst();
  return found !== undefined;
}
