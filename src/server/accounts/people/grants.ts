/**
 * Why a person is a member: given directly, by a group or by a rule. The role of a membership is the most powerful of what is
 * granted. It is stored with the member and kept up here alone, so that a request reads it without knowing why.
 */

import { type Role, roles } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { MemberRow } from '../../platform/database/schema/people.ts';
import { Refusal } from '../../platform/errors.ts';
import { lockAccount } from '../store.ts';
import {
  countGrantsBelow,
  findProviderBlock,
  listGrants,
  listGrantsBySource,
  replaceGrantRows,
} from './grant-store.ts';
import {
  deleteMemberRow,
  directSource,
  endSessionsOfMember,
  findMember,
  hasOtherOwner,
  insertMemberRow,
  type MemberWithPerson,
  updateMemberRow,
} from './store.ts';

export type Grant = { source: string; account: string; role: Role };

type Change = {
  person: string;
  /** Whose grants are replaced. */
  sources: readonly string[];
  /** What they grant from now on. */
  grants: readonly Grant[];
  now: number;
  /** What happens when an account would lose its last owner: it is refused, or that grant stays. */
  lastOwner: 'refuse' | 'keep';
};

/**
 * Replaces what the sources grant to a person; memberships begin, change or end accordingly. A blocked member stays blocked.
 *
 * @throws Refusal conflict for the last owner
 */
export async function replaceGrants(tx: Queries, change: Change): Promise<void> {
  const { person, sources, grants, now, lastOwner } = change;
  const before = await listGrantsBySource(tx, person, sources);
  const accounts = new Set([...before, ...grants].map(({ account }) => account));
  // In one order, so that two changes at the same time do not wait for each other.
  for (const account of [...accounts].sort()) {
    await lockAccount(tx, account);
    const wanted = grants.filter((each) => each.account === account);
    const present = (await listGrants(tx, account, person)).filter(({ source }) => !sources.includes(source));
    const role = mostPowerful([...present, ...wanted].map((each) => each.role));
    const member = await findMember(tx, account, person);
    if (member !== undefined && role !== 'owner' && (await isLastOwner(tx, member))) {
      if (lastOwner === 'refuse') throw lastOwnerRefusal();
      continue;
    }
    await replaceGrantRows(
      tx,
      { account, person, sources },
      wanted.map((each) => ({ ...each, person })),
    );
    await applyRole(tx, { account, person, member, role, now });
  }
}

async function applyRole(
  tx: Queries,
  {
    account,
    person,
    member,
    role,
    now,
  }: {
    account: string;
    person: string;
    member: MemberWithPerson | undefined;
    role: Role | null;
    now: number;
  },
): Promise<void> {
  if (role !== null) {
    if (member !== undefined) await updateMemberRow(tx, member, { role });
    else {
      const blocked_at = await findProviderBlock(tx, account, person);
      await insertMemberRow(tx, { account, person, role, created_at: now, blocked_at, seen_at: null });
    }
    return;
  }
  // A block outlives what granted the membership, which may grant it again.
  if (member === undefined || member.blocked_at !== null) return;
  await endSessionsOfMember(tx, member);
  await deleteMemberRow(tx, member);
}

/** Whether the member is the only owner of the account who is not blocked. */
export async function isLastOwner(tx: Queries, member: MemberRow): Promise<boolean> {
  return member.role === 'owner' && member.blocked_at === null && !(await hasOtherOwner(tx, member));
}

export const lastOwnerRefusal = () =>
  new Refusal('conflict', 'This is the only owner of the account: make another one first');

/** Null of none. */
export function mostPowerful(granted: readonly Role[]): Role | null {
  return granted.toSorted((one, other) => roles.indexOf(other) - roles.indexOf(one))[0] ?? null;
}

/** Where a membership comes from, with the name of the group or rule. */
export type NamedSource = {
  kind: 'direct' | 'group' | 'rule';
  sid: string | null;
  name: string | null;
  role: Role;
};

/** What is granted in accounts below, and in how many. */
export type RoleBelow = NamedSource & { accounts: number };

/** By person; what is given in accounts below this one. */
export async function listRolesBelow(
  db: Queries,
  account: string,
  people: readonly string[],
): Promise<Map<string, RoleBelow[]>> {
  if (people.length === 0) return new Map();
  const rows = await countGrantsBelow(db, account, people);
  return byPerson(rows, (row) => ({ ...namedSource(row), accounts: row.accounts }));
}

function byPerson<Row extends { person: string }, T>(
  rows: readonly Row[],
  present: (row: Row) => T,
): Map<string, T[]> {
  const found = Map.groupBy(rows, ({ person }) => person);
  return new Map([...found].map(([person, own]) => [person, own.map(present)]));
}

type GrantRow = { source: string; role: Role; rule: string | null; group_name: string | null };

export function namedSource({ source, role, rule, group_name: group }: GrantRow): NamedSource {
  if (source === directSource) return { kind: 'direct', sid: null, name: null, role };
  return { kind: group === null ? 'rule' : 'group', sid: source, name: group ?? rule, role };
}
