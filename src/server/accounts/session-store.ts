/** Rows of sessions of the application. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../platform/database/database.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { SessionProof, SessionRow } from '../platform/database/schema/tables.ts';

/** Of a person the memberships in the account and in the one above it; of the account itself one row without them. */
const findByHash = prepared((db, value: Values<{ hash: string; now: number }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.sid', 'sessions.account')
    .leftJoin('people', 'people.sid', 'sessions.person')
    .leftJoin('members', (join) =>
      join
        .onRef('members.person', '=', 'sessions.person')
        .on((on) =>
          on.or([
            on('members.account', '=', on.ref('sessions.account')),
            on('members.account', '=', on.ref('accounts.parent')),
          ]),
        )
        .on('members.blocked_at', 'is', null),
    )
    .select([
      'sessions.account',
      'sessions.expires_at',
      'sessions.seen_at',
      'sessions.created_at',
      'sessions.confirmed_at',
      'sessions.proof',
      'sessions.person',
      'accounts.user',
      'people.name',
      'people.email',
      'members.role',
      'members.account as member_of',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sign_in_settings')
            .select('sign_in_settings.account')
            .where('sign_in_settings.second_factor', '=', 1)
            .where('sessions.proof', 'is', null)
            .where((or) =>
              or.or([
                or('sign_in_settings.account', '=', or.ref('sessions.account')),
                or('sign_in_settings.account', '=', or.ref('accounts.parent')),
              ]),
            ),
        )
        .as('lacks_second_factor'),
    )
    .where('sessions.token_hash', '=', value('hash'))
    .where('sessions.expires_at', '>', value('now'))
    .where('accounts.closed_at', 'is', null),
);

/** `memberships` are those that count in the account; a session without a person is the account's own. */
export type ActiveSession = {
  account: string;
  user: string;
  expires_at: number;
  seen_at: number | null;
  created_at: number;
  confirmed_at: number | null;
  proof: SessionProof | null;
  person: { sid: string; name: string; email: string } | null;
  /** The account, or the one above it, requires a second factor, and the session was begun without. */
  lacks_second_factor: boolean;
  memberships: { account: string; role: Role }[];
};

/** The session of that token with its account and person, unless it is over or the account closed. */
export async function findSession(
  db: Queries,
  hash: string,
  now: number,
): Promise<ActiveSession | undefined> {
  const rows = await findByHash(db, { hash, now });
  const [first] = rows;
  if (first === undefined) return undefined;
  const { account, user, expires_at, seen_at, created_at, confirmed_at, person: sid, name, email } = first;
  return {
    account,
    user,
    expires_at,
    seen_at,
    created_at,
    confirmed_at,
    proof: first.proof,
    lacks_second_factor: Boolean(first.lacks_second_factor),
    person: sid === null || name === null || email === null ? null : { sid, name, email },
    memberships: rows.flatMap(({ member_of, role }) =>
      member_of === null || role === null ? [] : [{ account: member_of, role }],
    ),
  };
}

export async function insertSession(tx: Queries, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

export async function updateSession(
  tx: Queries,
  hash: string,
  change: Partial<Omit<SessionRow, 'device' | 'created_at'>>,
): Promise<void> {
  await tx.updateTable('sessions').set(change).where('token_hash', '=', hash).execute();
}

/** Notes that a member was seen in accounts. */
export async function noteSeen(
  tx: Queries,
  person: string,
  accounts: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ seen_at: now })
    .where('person', '=', person)
    .where('account', 'in', accounts)
    .execute();
}

/** The newest first. */
export function listSessionsOf(db: Queries, person: string, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('person', '=', person)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .limit(100)
    .execute();
}

/** Gives whose it was; undefined where there is none. */
export function deleteSession(
  tx: Queries,
  hash: string,
): Promise<Pick<SessionRow, 'account' | 'person'> | undefined> {
  return tx
    .deleteFrom('sessions')
    .where('token_hash', '=', hash)
    .returning(['account', 'person'])
    .executeTakeFirst();
}

/** Ends the sessions of a person, all but the one of `except`. */
export async function deleteSessionsOf(tx: Queries, person: string, except: string | null): Promise<void> {
  const query = tx.deleteFrom('sessions').where('person', '=', person);
  await (except === null ? query : query.where('token_hash', '!=', except)).execute();
}

/** Sessions of a person that a code has proven are as good as begun by a password alone: there is no factor any more. */
export async function forgetCodes(tx: Queries, person: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proof: null })
    .where('person', '=', person)
    .where('proof', '=', 'code')
    .execute();
}

export async function deleteExpiredSessions(tx: Queries, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
