/** Stores the short links of messages. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { ShortLinkRow } from '../../platform/database/schema/short-links.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';

export async function insertShortLinks(tx: Queries, rows: readonly ShortLinkRow[]): Promise<void> {
  await tx
    .insertInto('short_links')
    .values([...rows])
    .execute();
}

/** Undefined when there is none, or its personal data was removed. */
export function findShortLink(db: Queries, id: string): Promise<ShortLinkRow | undefined> {
  return db.selectFrom('short_links').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Counts one visit. `now` is epoch milliseconds. */
export async function countClick(
  tx: Queries,
  { id, shard }: Pick<ShortLinkRow, 'id' | 'shard'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('short_links')
    .set({ clicks: sql`clicks + 1`, clicked_at: now })
    .where('id', '=', id)
    .where('shard', '=', shard)
    .execute();
}

/** The links of an execution that were visited, first sent first, at most `limit`. */
export function visitedLinks(db: Queries, execution: string, limit: number): Promise<ShortLinkRow[]> {
  return db
    .selectFrom('short_links')
    .selectAll()
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .where('clicks', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
