/** Store: recipients to whom an account has sent in a month. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import type { EmailQuotaRow } from '../../platform/database/schema/email.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';

/** Adds recipients to those of the month, and returns the sum; deletes earlier months. The row stays locked. */
export async function addToQuota(tx: Queries, row: Omit<EmailQuotaRow, 'shard'>): Promise<number> {
  const shard = shardOfAccount(row.account);
  await tx
    .deleteFrom('email_quotas')
    .where('shard', '=', shard)
    .where('account', '=', row.account)
    .where('month', '<', row.month)
    .execute();
  const { recipients } = await tx
    .insertInto('email_quotas')
    .values({ ...row, shard })
    .onConflict((conflict) =>
      conflict
        .columns(hotKey(tx, ['account', 'month']))
        .doUpdateSet({ recipients: sql`email_quotas.recipients + excluded.recipients` }),
    )
    .returning('recipients')
    .executeTakeFirstOrThrow();
  return Number(recipients);
}

/** Recipients of the month so far. */
export async function fetchQuota(db: Queries, account: string, month: string): Promise<number> {
  const row = await db
    .selectFrom('email_quotas')
    .select('recipients')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('month', '=', month)
    .executeTakeFirst();
  return Number(row?.recipients ?? 0);
}
