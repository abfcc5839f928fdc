/** Store: verified senders, and the rule that only known senders may send. */

import type { Queries } from '../../platform/database/database.ts';
import type { Owner, VerifiedSenderRow } from '../../platform/database/schema/email.ts';
import { ofOwner, ownedTable } from '../owned-store.ts';

export type { VerifiedSenderRow };

export const {
  find: findSender,
  insert: insertSender,
  change: changeSender,
  remove: deleteSender,
} = ownedTable('verified_senders');

const rowsOf = (db: Queries, owner: Owner) =>
  db.selectFrom('verified_senders').selectAll().where(ofOwner(owner));

/** By id. */
export function listSenders(db: Queries, owner: Owner): Promise<VerifiedSenderRow[]> {
  return rowsOf(db, owner).orderBy('id').execute();
}

/** Of any account: the token is the secret. */
export function findSenderByToken(db: Queries, hash: string): Promise<VerifiedSenderRow | undefined> {
  return db.selectFrom('verified_senders').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

/** Those of these addresses, in lower case, that are verified. */
export async function listVerified(db: Queries, owner: Owner, emails: readonly string[]): Promise<string[]> {
  const found = await rowsOf(db, owner)
    .where('from_email', 'in', emails)
    .where('verified_at', 'is not', null)
    .execute();
  return found.map(({ from_email }) => from_email);
}

export async function findKnownOnly(db: Queries, owner: Owner): Promise<boolean> {
  const row = await db
    .selectFrom('sender_rules')
    .select('known_only')
    .where(ofOwner(owner))
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
