/** Store: subaccount relations of accounts, API keys for authentication, the windows of rate limits, and a row lock. */

import { sql } from 'kysely';
import type { Region } from '#api/email/regions.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey, lockRows } from '../../platform/database/dialect.ts';
import { prepared, type Values, valuesOf } from '../../platform/database/prepared-query.ts';
import type { EmailKeyRow } from '../../platform/database/schema/email.ts';
import { shardOfSubject } from '../../platform/database/shard.ts';

/** An open subaccount of `parent`, by the name that the parent gave it or by its SID. */
export async function findSubaccount(
  db: Queries,
  parent: string,
  by: { username: string } | { sid: string },
): Promise<{ sid: string; user: string } | undefined> {
  const query = db
    .selectFrom('accounts')
    .select(['sid', 'user'])
    .where('parent', '=', parent)
    .where('closed_at', 'is', null);
  return 'sid' in by
    ? await query.where('sid', '=', by.sid).executeTakeFirst()
    : await query.where('username', '=', by.username).executeTakeFirst();
}

/** Locks the account row, so that counts of its settings stay true until the commit. */
export async function lockAccount(tx: Queries, sid: string): Promise<void> {
  await lockRows(tx, tx.selectFrom('accounts').select('sid').where('sid', '=', sid)).execute();
}

const findByHash = prepared((db, value: Values<{ hash: string; region: Region }>) =>
  db
    .selectFrom('email_keys')
    .innerJoin('accounts', 'accounts.sid', 'email_keys.account')
    .select([
      'email_keys.id',
      'email_keys.name',
      'email_keys.account',
      'email_keys.scopes',
      'email_keys.last_used_at',
      'accounts.user',
      'accounts.parent',
    ])
    .where('email_keys.key_hash', '=', value('hash'))
    .where('email_keys.region', '=', value('region'))
    .where('accounts.closed_at', 'is', null),
);

/** A key with its account. */
type KeyWithAccount = Pick<EmailKeyRow, 'id' | 'name' | 'account' | 'scopes' | 'last_used_at'> & {
  user: string;
  parent: string | null;
};

/** The key of that hash in the region, of an account that is open. */
export async function findKeyByHash(
  db: Queries,
  hash: string,
  region: Region,
): Promise<KeyWithAccount | undefined> {
  return (await findByHash(db, { hash, region }))[0];
}

/** Sets the time of the last use, unless it was set since `before`. */
export async function touchKey(tx: Queries, id: string, now: number, before: number): Promise<void> {
  await tx
    .updateTable('email_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before)]))
    .execute();
}

type Consumption = { subject: string; endpoint: string; started_at: number; count: number };
type ConsumptionInShard = Consumption & { shard: number };

const consume = prepared((db, value: Values<ConsumptionInShard>) =>
  db
    .insertInto('email_rate_windows')
    .values({
      ...valuesOf(value, 'subject', 'shard', 'endpoint', 'started_at'),
      taken: value('count'),
    })
    .onConflict((conflict) =>
      conflict.columns(hotKey(db, ['subject', 'endpoint'])).doUpdateSet({
        started_at: sql`case when email_rate_windows.started_at < excluded.started_at
          then excluded.started_at else email_rate_windows.started_at end`,
        taken: sql`case when email_rate_windows.started_at < excluded.started_at
          then excluded.taken else email_rate_windows.taken + excluded.taken end`,
      }),
    )
    .returning('taken'),
);

/** Reserves `count` requests of the window that began at `started_at`; returns how many are reserved in total. */
export async function consumeFromWindow(tx: Queries, consumption: Consumption): Promise<number> {
  const [row] = await consume(tx, { ...consumption, shard: shardOfSubject(consumption.subject) });
  return Number(row?.taken ?? consumption.count);
}

/** Deletes windows that began before `before`. */
export async function deleteExpiredWindows(tx: Queries, before: number): Promise<void> {
  await tx.deleteFrom('email_rate_windows').where('started_at', '<', before).execute();
}
