/** Rows of identity providers, of who signed in by them, of their rules, and of sign-ins that are under way. */

import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type {
  IdentityProviderRow,
  IdentityRow,
  PersonRow,
  ProviderSessionRow,
  SignInAttemptRow,
  SignInRuleRow,
  SignInSettingRow,
} from '../../platform/database/schema/people.ts';

export async function insertProvider(tx: Queries, row: IdentityProviderRow): Promise<void> {
  await tx.insertInto('identity_providers').values(row).execute();
}

export function findProvider(
  db: Queries,
  account: string,
  sid: string,
): Promise<IdentityProviderRow | undefined> {
  return db
    .selectFrom('identity_providers')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

const active = (db: Queries) =>
  db
    .selectFrom('identity_providers')
    .innerJoin('accounts', 'accounts.sid', 'identity_providers.account')
    .selectAll('identity_providers')
    .where('identity_providers.enabled', '=', 1)
    .where('accounts.closed_at', 'is', null);

/** One by which people can sign in. */
export function findActiveProvider(db: Queries, sid: string): Promise<IdentityProviderRow | undefined> {
  return active(db).where('identity_providers.sid', '=', sid).executeTakeFirst();
}

/** Those by which people can sign in, by their names. */
export function listActiveProviders(db: Queries, limit: number): Promise<IdentityProviderRow[]> {
  return active(db)
    .orderBy('identity_providers.name')
    .orderBy('identity_providers.sid')
    .limit(limit)
    .execute();
}

/** Newest first; positions are SIDs. */
export function listProviders(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<IdentityProviderRow>> {
  return fetchPage(request, db.selectFrom('identity_providers').selectAll().where('account', '=', account));
}

export async function updateProvider(
  tx: Queries,
  sid: string,
  change: Partial<Omit<IdentityProviderRow, 'sid' | 'account' | 'issuer'>>,
): Promise<void> {
  await tx.updateTable('identity_providers').set(change).where('sid', '=', sid).execute();
}

/** Deletes some of those whom a provider has pushed or signed in; whether there may be more. */
export async function deletePeopleOfProvider(tx: Queries, provider: string, limit: number): Promise<boolean> {
  let isMore = false;
  for (const table of ['directory_users', 'identities'] as const) {
    const some = await tx
      .selectFrom(table)
      .select('person')
      .where('provider', '=', provider)
      .limit(limit)
      .execute();
    const people = some.map(({ person }) => person);
    if (people.length > 0)
      await tx.deleteFrom(table).where('provider', '=', provider).where('person', 'in', people).execute();
    isMore ||= people.length === limit;
  }
  return isMore;
}

/** With the identities and rules of it. */
export async function deleteProvider(tx: Queries, sid: string): Promise<void> {
  await tx.deleteFrom('identity_providers').where('sid', '=', sid).execute();
}

export async function insertRule(tx: Queries, row: SignInRuleRow): Promise<void> {
  await tx.insertInto('sign_in_rules').values(row).execute();
}

/** Of a provider of the account. */
export function findRule(db: Queries, account: string, sid: string): Promise<SignInRuleRow | undefined> {
  return rulesOf(db, account).where('sign_in_rules.sid', '=', sid).executeTakeFirst();
}

/** Newest first; positions are SIDs. */
export function listRules(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<SignInRuleRow>> {
  return fetchPage(request, rulesOf(db, account), 'sign_in_rules.sid');
}

const rulesOf = (db: Queries, account: string) =>
  db
    .selectFrom('sign_in_rules')
    .innerJoin('identity_providers', 'identity_providers.sid', 'sign_in_rules.provider')
    .selectAll('sign_in_rules')
    .where('identity_providers.account', '=', account);

export function listRulesOfProvider(db: Queries, provider: string): Promise<SignInRuleRow[]> {
  return db.selectFrom('sign_in_rules').selectAll().where('provider', '=', provider).orderBy('sid').execute();
}

export async function deleteRule(tx: Queries, sid: string): Promise<void> {
  await tx.deleteFrom('sign_in_rules').where('sid', '=', sid).execute();
}

/** Stores an attempt, and removes those that are over. */
export async function insertAttempt(tx: Queries, row: SignInAttemptRow, now: number): Promise<void> {
  await tx.deleteFrom('sign_in_attempts').where('expires_at', '<=', now).execute();
  await tx.insertInto('sign_in_attempts').values(row).execute();
}

/** The attempt of a state, which is removed: a state works once. Undefined for one that is unknown, used or over. */
export async function takeAttempt(
  tx: Queries,
  stateHash: string,
  now: number,
): Promise<SignInAttemptRow | undefined> {
  const [row] = await tx
    .deleteFrom('sign_in_attempts')
    .where('state_hash', '=', stateHash)
    .returningAll()
    .execute();
  return row !== undefined && row.expires_at > now ? row : undefined;
}

export function findPersonBySubject(
  db: Queries,
  provider: string,
  subject: string,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('people', 'people.sid', 'identities.person')
    .selectAll('people')
    .where('identities.provider', '=', provider)
    .where('identities.subject', '=', subject)
    .executeTakeFirst();
}

/** False when the person has another identity at that provider, or the subject another person. */
export async function insertIdentity(tx: Queries, row: IdentityRow): Promise<boolean> {
  const known = await tx
    .selectFrom('identities')
    .select('subject')
    .where('provider', '=', row.provider)
    .where('person', '=', row.person)
    .executeTakeFirst();
  if (known !== undefined) return false;
  const rows = await tx
    .insertInto('identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('person')
    .execute();
  return rows.length === 1;
}

export async function insertProviderSession(tx: Queries, row: ProviderSessionRow): Promise<void> {
  await tx.insertInto('provider_sessions').values(row).execute();
}

/**
 * Ends the sessions that began by a provider: those of a person, the one that the provider calls so, or that one if it is theirs.
 * Gives whose they were.
 */
export async function endProviderSessions(
  tx: Queries,
  provider: string,
  { person, session }: { person: string | null; session: string | null },
): Promise<{ account: string; person: string | null }[]> {
  let began = tx.selectFrom('provider_sessions').select('token_hash').where('provider', '=', provider);
  if (session !== null) began = began.where('provider_session', '=', session);
  const query = tx.deleteFrom('sessions').where('token_hash', 'in', began);
  return (person === null ? query : query.where('person', '=', person))
    .returning(['account', 'person'])
    .execute();
}

/** By which provider a session began, unless that is disabled. */
export function findProviderOfSession(
  db: Queries,
  tokenHash: string,
): Promise<(IdentityProviderRow & Pick<ProviderSessionRow, 'id_token'>) | undefined> {
  return active(db)
    .innerJoin('provider_sessions', 'provider_sessions.provider', 'identity_providers.sid')
    .select('provider_sessions.id_token')
    .where('provider_sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Whether the page refuses the token of the account, by its own setting or by that of the account above. */
export async function isTokenSignInOff(db: Queries, account: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('sign_in_settings', (join) =>
      join.on((on) =>
        on.or([
          on('sign_in_settings.account', '=', on.ref('accounts.sid')),
          on('sign_in_settings.account', '=', on.ref('accounts.parent')),
        ]),
      ),
    )
    .select('sign_in_settings.account')
    .where('accounts.sid', '=', account)
    .where('sign_in_settings.token_sign_in', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSettings(db: Queries, account: string): Promise<SignInSettingRow> {
  const row = await db
    .selectFrom('sign_in_settings')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirst();
  return row ?? { account, token_sign_in: 1, second_factor: 0 };
}

export async function upsertSettings(tx: Queries, { account, ...row }: SignInSettingRow): Promise<void> {
  await tx
    .insertInto('sign_in_settings')
    .values({ account, ...row })
    .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
    .execute();
}

/** Whether an owner of the account can sign in by a password, or by a provider other than `except`. */
export async function hasOwnerWhoSignsIn(
  db: Queries,
  account: string,
  except: string | null,
): Promise<boolean> {
  const owners = db
    .selectFrom('members')
    .innerJoin('people', 'people.sid', 'members.person')
    .select('people.sid')
    .where('members.account', '=', account)
    .where('members.role', '=', 'owner')
    .where('members.blocked_at', 'is', null);
  const byPassword = await owners.where('people.password_hash', '!=', '').limit(1).executeTakeFirst();
  if (byPassword !== undefined) return true;
  const byProvider = await owners
    .innerJoin('identities', 'identities.person', 'people.sid')
    .innerJoin('identity_providers', 'identity_providers.sid', 'identities.provider')
    .where('identity_providers.enabled', '=', 1)
    .where('identity_providers.sid', '!=', except ?? '')
    .limit(1)
    .executeTakeFirst();
  return byProvider !== undefined;
}
