/** Service functions of going from one account to another within a session. */

import { type Role, roles } from '#api/people/roles.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { fetchAccountName } from '../service.ts';
import { noteSeen, updateSession } from '../session-store.ts';
import { requirePerson } from './members-service.ts';
import { type AccountOfPerson, listAccountsOf } from './store.ts';

export type { AccountOfPerson };

const maxAccounts = 2_000;

/** Those in which the caller has a role, in order of their names; of a program its own. */
export async function listMyAccounts(ctx: ServiceContext, caller: Caller): Promise<AccountOfPerson[]> {
  const { account: sid, role, person, key } = caller;
  if (person === undefined || key !== undefined) {
    return [{ sid, name: await fetchAccountName(ctx, sid), parent: null, role, needs_proof: false }];
  }
  const bySid = new Map<string, AccountOfPerson>();
  for (const row of await listAccountsOf(ctx.database.read, person.sid, maxAccounts)) {
    const known = bySid.get(row.sid);
    if (known === undefined || isMore(row.role, known.role)) bySid.set(row.sid, row);
  }
  return [...bySid.values()];
}

/**
 * Puts the session of a person into another account, in which they find themselves at the next sign-in too.
 *
 * @throws Refusal not-found for an account in which they have no role; forbidden for a program
 */
export async function switchAccount(
  ctx: ServiceContext,
  caller: Caller,
  account: string,
  sessionToken: string,
): Promise<void> {
  const person = requirePerson(caller);
  const own = (await listMyAccounts(ctx, caller)).find(({ sid }) => sid === account);
  if (own === undefined) throw notFound();
  await ctx.database.write(async (tx) => {
    await updateSession(tx, hashToken(sessionToken), { account });
    const memberOf = own.parent === null ? [account] : [account, own.parent];
    await noteSeen(tx, person.sid, memberOf, ctx.clock.now());
  });
}

const isMore = (one: Role, other: Role) => roles.indexOf(one) > roles.indexOf(other);
