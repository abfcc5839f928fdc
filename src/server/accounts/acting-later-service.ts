/**
 * What acts later for who set it up: sinks, webhooks, alerts, planned publishing. It may do what its maker may do at that time: of a
 * person their role, of an API key or a token what it allows, while it is there. Decision 112.
 */

import { mayGive, type Permission, type Role } from '#api/people/roles.ts';
import { mayDo, requirePermission } from '../platform/permission.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { callerOfKey } from './key-service.ts';
import { findKey } from './key-store.ts';
import { findParentAccount } from './parent-service.ts';
import { listRolesIn } from './people/store.ts';

/** Columns of what acts later. `acts_for` is JSON of a `Maker`; null is the account itself, as before version 089 of the schema. */
export type ActsFor = { account: string; acts_for: string | null };

type Maker = { person: string } | { key: string };

/**
 * What is stored with what the caller sets up. A key of the email API sets up for its account, as its clients expect: what they set up
 * stays when a key is replaced.
 *
 * @throws Refusal forbidden when the caller lacks one of the permissions of what it will show or do
 */
export function actsFor(caller: Caller, permissions: readonly Permission[]): string | null {
  for (const permission of permissions) requirePermission(caller, permission);
  const { key, person } = caller;
  if (key !== undefined) return JSON.stringify({ key: key.sid } satisfies Maker);
  return person === undefined ? null : JSON.stringify({ person: person.sid } satisfies Maker);
}

/** Why it must not act now; null when its maker has all of the permissions. */
export async function reasonNotToAct(
  ctx: ServiceContext,
  { account, acts_for }: ActsFor,
  permissions: readonly Permission[],
): Promise<string | null> {
  if (acts_for === null) return null;
  const maker = JSON.parse(acts_for) as Maker;
  const power =
    'key' in maker
      ? await powerOfKey(ctx, account, maker.key)
      : await powerOfPerson(ctx, account, maker.person);
  const lacking = permissions.find((each) => power === null || !mayDo(power, each));
  if (lacking === undefined) return null;
  return power === null
    ? 'Who set this up has left, or the key that did was revoked: save it again'
    : `Who set this up may not do this any more: it needs the permission ${lacking}. Save it again with that permission`;
}

type Power = Pick<Caller, 'role' | 'permissions'>;

/** A key that has expired cannot sign in; what was set up with it stays until it is revoked. */
async function powerOfKey(ctx: ServiceContext, account: string, sid: string): Promise<Power | null> {
  const key = await findKey(ctx.database.read, sid);
  if (key === undefined) return null;
  return (await withParent(ctx, account)).includes(key.account) ? callerOfKey(key) : null;
}

/** By the memberships in the account and in the one above it; of two roles the more powerful one counts. */
async function powerOfPerson(ctx: ServiceContext, account: string, person: string): Promise<Power | null> {
  const accounts = await withParent(ctx, account);
  const roles = await listRolesIn(ctx.database.read, person);
  const held = roles.filter((each) => each.blocked_at === null && accounts.includes(each.account));
  const role = held.reduce<Role | null>(
    (most, each) => (most !== null && mayGive(most, each.role) ? most : each.role),
    null,
  );
  return role === null ? null : { role };
}

const withParent = async (ctx: ServiceContext, account: string) => [
  account,
  await findParentAccount(ctx, ctx.database.read, account),
];
