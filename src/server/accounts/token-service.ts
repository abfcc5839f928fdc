/** Personal tokens: keys that act for the member who made them. */

import { mayGive } from '#api/people/roles.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { mayDo, requirePermission } from '../platform/permission.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { createKey, type NewKey, refuseKey } from './key-service.ts';
import { deleteKey, type ListedKey, listKeys } from './key-store.ts';
import { requirePerson } from './people/members-service.ts';

export type { ListedKey };

/** @throws Refusal forbidden for a program, for a role above the caller's, or when there are 100; bad-request for scopes */
export async function createToken(
  ctx: ServiceContext,
  caller: Caller,
  token: NewKey,
): Promise<{ row: ListedKey; secret: string }> {
  const person = requirePerson(caller);
  const owner = { account: caller.account, personal: 1, person: person.sid } as const;
  const { row, secret } = await createKey(ctx, caller, token, owner);
  return { row: { ...row, maker: person.name }, secret };
}

/** The caller's own, or those of all members; newest first. @throws Refusal forbidden for who may not change members */
export function listTokens(
  ctx: ServiceContext,
  caller: Caller,
  { all, ...request }: KeysetPageRequest & { all: boolean },
): Promise<KeysetPage<ListedKey>> {
  if (all) requirePermission(caller, 'members.write');
  const person = all ? undefined : (caller.person?.sid ?? '');
  return listKeys(ctx.database.read, { account: caller.account, personal: 1, person }, request);
}

/**
 * Revokes a token: one's own, or that of another member for who may change members.
 *
 * @throws Refusal not-found; forbidden for a program, and for one with a role above the caller's
 */
export async function deleteToken(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  await ctx.database.write(async (tx) => {
    const row = await deleteKey(tx, { account: caller.account, personal: 1 }, sid);
    const isOwn = row !== undefined && row.made_by === caller.person?.sid;
    if (row === undefined || (!isOwn && !mayDo(caller, 'members.write'))) throw notFound();
    if (!isOwn && !mayGive(caller.role, row.role)) {
      throw new Refusal(
        'forbidden',
        `The role ${caller.role} cannot revoke a token with the role ${row.role}`,
      );
    }
  });
}
