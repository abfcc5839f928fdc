/** The verbs of unsubscribe groups: kinds of mail that a recipient can leave one by one. */

import type { GroupChange, GroupInput } from '#api/email/suppressions.ts';
import * as rows from '../../store/email/groups.ts';
import type { GroupRow, GroupSuppressionRow } from '../../store/email-tables.ts';
import type { Host } from '../host.ts';
import { notFound } from '../refusal.ts';
import type { EmailCaller } from './caller.ts';
import { checkEmails } from './email-address.ts';

export type CountedGroup = rows.CountedGroup;

/** Makes a group. Its number is of chance: one that was removed never comes back as another. */
export async function createGroup(
  host: Host,
  caller: EmailCaller,
  wanted: GroupInput,
): Promise<CountedGroup> {
  const { account, region } = caller;
  for (;;) {
    const row: GroupRow = {
      account,
      region,
      id: Number.parseInt(host.ids.token().slice(0, 7), 16) + 1,
      name: wanted.name,
      description: wanted.description,
      is_default: Number(wanted.is_default ?? false),
      created_at: host.clock.now(),
    };
    const made = await host.database.write(async (tx) => {
      if (row.is_default === 1) await rows.clearDefault(tx, caller);
      return rows.insertGroup(tx, row);
    });
    if (made) return { ...row, unsubscribes: 0 };
  }
}

/** Oldest first. */
export function listGroups(host: Host, caller: EmailCaller): Promise<CountedGroup[]> {
  return rows.listGroups(host.database.read, caller);
}

/** @throws Refusal when there is none */
export async function fetchGroup(host: Host, caller: EmailCaller, id: number): Promise<CountedGroup> {
  const row = await rows.findGroup(host.database.read, caller, id);
  if (row === undefined) throw notFound();
  return row;
}

/** Changes what was sent. @throws Refusal when there is none */
export async function updateGroup(
  host: Host,
  caller: EmailCaller,
  id: number,
  { name, description, is_default }: GroupChange,
): Promise<CountedGroup> {
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(is_default !== undefined && { is_default: Number(is_default) }),
  };
  if (Object.keys(change).length > 0) {
    await host.database.write(async (tx) => {
      if (is_default === true) await rows.clearDefault(tx, caller);
      if (!(await rows.changeGroup(tx, caller, id, change))) throw notFound();
    });
  }
  return fetchGroup(host, caller, id);
}

/** @throws Refusal when there is none */
export async function deleteGroup(host: Host, caller: EmailCaller, id: number): Promise<void> {
  if (!(await host.database.write((tx) => rows.deleteGroup(tx, caller, id)))) throw notFound();
}

/** Notes that addresses have left the group and gives them. @throws Refusal when there is no such group */
export async function leaveGroup(
  host: Host,
  caller: EmailCaller,
  id: number,
  texts: readonly string[],
): Promise<string[]> {
  const emails = checkEmails('recipient_emails', texts);
  const { account, region } = caller;
  const created_at = host.clock.now();
  await host.database.write(async (tx) => {
    if ((await rows.findGroup(tx, caller, id)) === undefined) throw notFound();
    const entries = emails.map((email): GroupSuppressionRow => {
      return { account, region, group_id: id, email, created_at };
    });
    await rows.insertGroupSuppressions(tx, entries);
  });
  return emails;
}

/** Who has left the group. @throws Refusal when there is none */
export async function listGroupLeavers(host: Host, caller: EmailCaller, id: number): Promise<string[]> {
  await fetchGroup(host, caller, id);
  const found = await rows.listGroupSuppressions(host.database.read, caller, { group: id });
  return found.map((row) => row.email);
}

/** Who has left which group, newest first. */
export function listLeavers(
  host: Host,
  caller: EmailCaller,
  { limit = 500, offset = 0 }: { limit?: number; offset?: number },
): Promise<(GroupSuppressionRow & { name: string })[]> {
  return rows.listGroupSuppressions(host.database.read, caller, {}, { limit, offset });
}

/** Notes that the address is back. @throws Refusal when it had not left */
export async function rejoinGroup(host: Host, caller: EmailCaller, id: number, email: string): Promise<void> {
  const back = await host.database.write((tx) =>
    rows.deleteGroupSuppression(tx, caller, id, email.toLowerCase()),
  );
  if (!back) throw notFound();
}

/** All groups, each with whether the address has left it. */
export async function groupsOfRecipient(
  host: Host,
  caller: EmailCaller,
  email: string,
): Promise<(CountedGroup & { left: boolean })[]> {
  const { read } = host.database;
  const [groups, left] = await Promise.all([
    rows.listGroups(read, caller),
    rows.listGroupSuppressions(read, caller, { email: email.toLowerCase() }),
  ]);
  const ids = new Set(left.map((row) => row.group_id));
  return groups.map((group) => ({ ...group, left: ids.has(group.id) }));
}
