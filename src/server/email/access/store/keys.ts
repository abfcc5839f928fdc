/** Store: lookup of API keys for authentication, and the time of their last use. */

import type { Region } from '#api/email/regions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { prepared, type Values } from '../../../platform/database/prepared-query.ts';
import type { EmailKeyRow } from '../../../platform/database/schema/email.ts';

const findByHash = prepared((db, value: Values<{ hash: string; region: Region }>) =>
  db
    .selectFrom('email_keys')
    .innerJoin('accounts', 'accounts.sid', 'email_keys.account')
    .select([
      'email_keys.id',
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
export type KeyWithAccount = Pick<EmailKeyRow, 'id' | 'account' | 'scopes' | 'last_used_at'> & {
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
