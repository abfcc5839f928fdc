/** Store: verified senders, and the rule that only known senders may send. */

import type { Queries } from '../../platform/database/database.ts';
import type { Owner, VerifiedSenderRow } from '../../platform/database/schema/email.ts';
import { ownedTable } from '../owned-store.ts';

export type { VerifiedSenderRow };

export const {
  find: findSender,
  insert: insertSender,
  change: changeSender,
  remove: deleteSender,
} = ownedTable('verified_senders');

const ofOwner = (db: Queries, { account, region }: Owner) =>
  db.selectFrom('verified_senders').selectAll().where('account', '=', account).where('region', '=', region);

/** By id. */
export function listSenders(db: Queries, owner: Owner): Promise<VerifiedSenderRow[]> {
  return ofOwner(db, owner).orderBy('id').execute();
}

/** Of any account: the token is the secret. */
export function findSenderByToken(db: Queries, hash: string): Promise<VerifiedSenderRow | undefined> {
  return db.selectFrom('verified_senders').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

/** Those of these addresses, in lower case, that are verified. */
export async function listVerified(db: Queries, owner: Owner, emails: readonly string[]): Promise<string[]> {
  const found = await ofOwner(db, owner)
    .where('from_email', 'in', emails)
    .where('verified_at', 'is not', null)
    .execute();
  return found.map(({ from_email }) => from_email);
}

export async function findKnownOnly(db: Queries, { account, region }: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('sender_rules')
    .select('known_only')
    .where('account', '=', account)
    .where('region', '=', region)
    .executeTakeFirst();
  return row?.known_only === 1;
}

export async function setKnownOnly(
  tx: Queries,
  { account, region }: Owner,
  isKnownOnly: boolean,
): Promise<void> {
  const known_only = Number(isKnownOnly);
  await tx
    .insertInto('sender_rules')
    .values({ account, region, known_only })
    .onConflict((conflict) => conflict.columns(['account', 'region']).doUpdateSet({ known_only }))
    .execute();
}
