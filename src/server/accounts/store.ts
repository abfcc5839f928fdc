/** Rows of accounts and of sign-in links. */

import { sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import { lockRows } from '../platform/database/dialect.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { AccountRow, SignInLinkRow } from '../platform/database/schema/tables.ts';

const findBySid = prepared((db, value: Values<{ sid: string }>) =>
  db.selectFrom('accounts').selectAll().where('sid', '=', value('sid')),
);

export async function findAccount(db: Queries, sid: string): Promise<AccountRow | undefined> {
  return (await findBySid(db, { sid }))[0];
}

/** The account that was made first. */
export function findFirstAccount(db: Queries): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('parent', 'is', null)
    .orderBy('created_at')
    .orderBy('sid')
    .limit(1)
    .executeTakeFirst();
}

/** Any number, the same in every process: who holds it on PostgreSQL sees to the first account. */
const firstAccountLock = 7_203_115;

/** Makes other processes wait until this transaction is over. The embedded file has one writer anyhow. */
export async function lockFirstAccount(tx: Queries, { dialect }: Pick<Database, 'dialect'>): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${firstAccountLock})`.execute(tx);
}

/** Adds the account, or gives the one of that SID another token. */
export async function upsertAccount(tx: Queries, row: AccountRow): Promise<void> {
  await tx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('sid').doUpdateSet({ token_hash: row.token_hash }))
    .execute();
}

/** False, and nothing is stored, when the parent has an account of that username. */
export async function insertSubaccount(tx: Queries, row: AccountRow): Promise<boolean> {
  const rows = await tx
    .insertInto('accounts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['parent', 'username']).where('parent', 'is not', null).doNothing(),
    )
    .returning('sid')
    .execute();
  return rows.length === 1;
}

/** Makes others who create a subaccount of the account wait until this transaction is over. */
export async function lockAccount(tx: Queries, sid: string): Promise<void> {
  await lockRows(tx, tx.selectFrom('accounts').select('sid').where('sid', '=', sid)).execute();
}

/** Open and closed ones. */
export async function countSubaccounts(db: Queries, parent: string): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent', '=', parent)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The account and those below it, newest first; positions are SIDs. */
export function listAccounts(
  db: Queries,
  { account, closed }: { account: string; closed: boolean | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<AccountRow>> {
  let query = db
    .selectFrom('accounts')
    .selectAll()
    .where((or) => or.or([or('sid', '=', account), or('parent', '=', account)]));
  if (closed !== undefined) query = query.where('closed_at', closed ? 'is not' : 'is', null);
  return fetchPage(request, query);
}

export async function updateAccountRow(
  tx: Queries,
  sid: string,
  change: Partial<Pick<AccountRow, 'name' | 'token_hash' | 'closed_at'>>,
): Promise<void> {
  await tx.updateTable('accounts').set(change).where('sid', '=', sid).execute();
}

const findClosedAt = prepared((db, value: Values<{ sid: string }>) =>
  db.selectFrom('accounts').select('closed_at').where('sid', '=', value('sid')),
);

/** True for an account that was closed, and for one that there is not. */
export async function isClosed(db: Queries, sid: string): Promise<boolean> {
  const [row] = await findClosedAt(db, { sid });
  return row === undefined || row.closed_at !== null;
}

/** The hash of the token that the settings last gave the account; undefined when they never did. */
export async function findConfiguredToken(tx: Queries, account: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('configured_tokens')
    .select('token_hash')
    .where('account', '=', account)
    .executeTakeFirst();
  return row?.token_hash;
}

export async function upsertConfiguredToken(tx: Queries, account: string, tokenHash: string): Promise<void> {
  await tx
    .insertInto('configured_tokens')
    .values({ account, token_hash: tokenHash })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ token_hash: tokenHash }))
    .execute();
}

export async function insertSignInLink(tx: Queries, row: SignInLinkRow): Promise<void> {
  await tx.insertInto('sign_in_links').values(row).execute();
}

/** Marks a link as used and gives its account; undefined when it is unknown, used or too old. */
export async function redeemSignInLink(
  tx: Queries,
  tokenHash: string,
  now: number,
): Promise<string | undefined> {
  const link = await tx
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('account')
    .executeTakeFirst();
  return link?.account;
}

export async function deleteExpiredSignInLinks(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
}

/** Ends every session of the account, and every link by which one could begin. */
export async function endSessions(tx: Queries, account: string, except: string | null = null): Promise<void> {
  const query = tx.deleteFrom('sessions').where('account', '=', account);
  await (except === null ? query : query.where('token_hash', '!=', except)).execute();
  await tx.deleteFrom('sign_in_links').where('account', '=', account).execute();
}

/** The SIDs of those that are not closed. */
export async function findOpenAccounts(db: Queries, sids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('sid')
    .where('sid', 'in', sids)
    .where('closed_at', 'is', null)
    .execute();
  return rows.map(({ sid }) => sid);
}
