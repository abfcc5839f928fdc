/** Rows of sessions of the application. */

import type { Queries } from '../platform/database/database.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { SessionRow } from '../platform/database/schema/tables.ts';

const findByHash = prepared((db, value: Values<{ hash: string; now: number }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.sid', 'sessions.account')
    .select(['sessions.account', 'sessions.expires_at', 'accounts.user'])
    .where('sessions.token_hash', '=', value('hash'))
    .where('sessions.expires_at', '>', value('now'))
    .where('accounts.closed_at', 'is', null),
);

export type ActiveSession = { account: string; expires_at: number; user: string };

/** The session of that token with its account, unless it is over or the account closed. */
export async function findSession(
  db: Queries,
  hash: string,
  now: number,
): Promise<ActiveSession | undefined> {
  return (await findByHash(db, { hash, now }))[0];
}

export async function insertSession(tx: Queries, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

export async function renewSession(tx: Queries, hash: string, expiresAt: number): Promise<void> {
  await tx.updateTable('sessions').set({ expires_at: expiresAt }).where('token_hash', '=', hash).execute();
}

export async function deleteSession(tx: Queries, hash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', hash).execute();
}

export async function deleteExpiredSessions(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
