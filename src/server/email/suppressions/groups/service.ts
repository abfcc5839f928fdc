/** Unsubscribe groups: kinds of email that a recipient can unsubscribe from one by one. */

import type { GroupChange, GroupInput } from '#api/email/suppressions.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { GroupRow, Owner } from '../../../platform/database/schema/email.ts';
import { notFound } from '../../../platform/errors.ts';
import { eventLoopTurn } from '../../../platform/event-loop-turn.ts';
import { handlePieces, type Piece, writeInPieces } from '../../../platform/jobs/pieces.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { recordEvents } from '../../events/service/record.ts';
import { foldAddress, parseEmailAddresses } from '../../validation/email-address.ts';
import * as rows from './store.ts';

/** `unsubscribes` are the suppressed addresses of the group. */
export type GroupWithCount = GroupRow & { unsubscribes: number };

/** Creates a group. Its id is random, so that the id of a deleted group is not used again. */
export async function createGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: GroupInput,
): Promise<GroupWithCount> {
  const { account, region } = caller;
  for (;;) {
    const row: GroupRow = {
      account,
      region,
      id: Number.parseInt(ctx.ids.token().slice(0, 7), 16) + 1,
      name: input.name,
      description: input.description,
      is_default: Number(input.is_default ?? false),
      created_at: ctx.clock.now(),
    };
    const made = await ctx.database.write(async (tx) => {
      if (row.is_default === 1) await rows.clearDefaultGroup(tx, caller);
      return rows.insertGroup(tx, row);
    });
    if (made) return { ...row, unsubscribes: 0 };
  }
}

/** Oldest first. */
export async function listGroups(ctx: ServiceContext, caller: EmailCaller): Promise<GroupWithCount[]> {
  const { read } = ctx.database;
  const groups: GroupWithCount[] = [];
  for (const group of await rows.listGroups(read, caller)) groups.push(await withCount(read, caller, group));
  return groups;
}

/** Fetches a group. @throws Refusal when there is none */
export async function fetchGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: number,
): Promise<GroupWithCount> {
  return withCount(ctx.database.read, caller, await requireGroup(ctx.database.read, caller, id));
}

/** Others get their turn between two pages: the embedded database answers without waiting. */
const countedAtOnce = 20_000;

async function withCount(db: Queries, caller: EmailCaller, group: GroupRow): Promise<GroupWithCount> {
  let unsubscribes = 0;
  for (let after: rows.GroupEntry | undefined; ; ) {
    await eventLoopTurn.enter();
    const page = { after, limit: countedAtOnce };
    const { count, last } = await rows.countSuppressedPage(db, caller, Number(group.id), page);
    unsubscribes += count;
    if (last === undefined) return { ...group, unsubscribes };
    after = last;
  }
}

/** @throws Refusal when there is no such group */
async function requireGroup(db: Queries, caller: EmailCaller, id: number): Promise<GroupRow> {
  const [group] = await rows.findGroups(db, caller, [id]);
  if (group === undefined) throw notFound();
  return group;
}

/** Changes the given fields. @throws Refusal when there is no such group */
export async function updateGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: number,
  { name, description, is_default }: GroupChange,
): Promise<GroupWithCount> {
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(is_default !== undefined && { is_default: Number(is_default) }),
  };
  if (Object.keys(change).length > 0) {
    await ctx.database.write(async (tx) => {
      if (is_default === true) await rows.clearDefaultGroup(tx, caller);
      if (!(await rows.changeGroup(tx, caller, id, change))) throw notFound();
    });
  }
  return fetchGroup(ctx, caller, id);
}

/** Deletes a group. @throws Refusal when there is none */
export async function deleteGroup(ctx: ServiceContext, caller: EmailCaller, id: number): Promise<void> {
  const { account, region } = caller;
  const group = { account, region, id };
  await writeInPieces(
    ctx,
    {
      ...{ kind: 'group-deletion', key: `group-deletion:${account}.${region}.${id}`, account },
      payload: JSON.stringify(group),
    },
    {
      async decide(tx) {
        const deleted = await rows.changeGroup(tx, caller, id, { deleted_at: ctx.clock.now() });
        if (deleted === undefined) throw notFound();
      },
      piece: deletionPiece(group),
    },
  );
}

const deletionPiece =
  (group: Owner & { id: number }): Piece<rows.GroupPosition> =>
  async (tx, after) => ({ next: await rows.deleteGroupPiece(tx, group, after) });

export const handleGroupDeletion = handlePieces((_ctx, { payload }) =>
  deletionPiece(JSON.parse(payload) as Owner & { id: number }),
);

/** Adds addresses to the suppressions of a group; returns them normalized. @throws Refusal when there is no such group */
export async function suppressInGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: number,
  texts: readonly string[],
): Promise<string[]> {
  const emails = parseEmailAddresses('recipient_emails', texts);
  const { account, region } = caller;
  const created_at = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    await requireGroup(tx, caller, id);
    const entries = emails.map((email): rows.GroupSuppressionEntry => {
      return { account, region, group_id: id, email, created_at };
    });
    await rows.insertGroupSuppressions(tx, entries);
  });
  return emails;
}

const pageSize = 2_000;

/** The suppressed addresses of a group, newest first. @throws Refusal when there is no such group */
export async function listSuppressedInGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: number,
): Promise<string[]> {
  const { read } = ctx.database;
  await requireGroup(read, caller, id);
  const emails: string[] = [];
  for (let after: rows.GroupEntry | undefined; ; ) {
    const page = await rows.listSuppressedPage(read, caller, id, { after, limit: pageSize });
    for (const { email } of page) emails.push(email);
    after = page.at(-1);
    if (page.length < pageSize) return emails;
    await eventLoopTurn.enter();
  }
}

/** The suppressed addresses of all groups, newest first. */
export function listAllSuppressedInGroups(
  ctx: ServiceContext,
  caller: EmailCaller,
  { limit = 500, offset = 0 }: { limit?: number; offset?: number },
): Promise<(rows.GroupSuppressionEntry & { name: string })[]> {
  return rows.listGroupSuppressions(ctx.database.read, caller, { limit, offset });
}

/** Those of the addresses that are suppressed in the group. @throws Refusal when there is no such group */
export async function searchSuppressedInGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: number,
  texts: readonly string[],
): Promise<string[]> {
  const emails = parseEmailAddresses('recipient_emails', texts);
  await requireGroup(ctx.database.read, caller, id);
  const found = new Set(await rows.findSuppressedInGroup(ctx.database.read, caller, id, emails));
  return emails.filter((email) => found.has(email));
}

/** Deletes an address from the suppressions of a group, which is a resubscription. @throws Refusal when it is not suppressed */
export async function unsuppressInGroup(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: number,
  text: string,
): Promise<void> {
  const email = foldAddress(text);
  const { account, region } = caller;
  const back = await ctx.database.write(async (tx) => {
    if (!(await rows.deleteGroupSuppression(tx, caller, id, email))) return false;
    const cause = `${email}.group_resubscribe.${ctx.ids.token()}`;
    await recordEvents(tx, { account, region, now: ctx.clock.now() }, [
      { cause, kind: 'group_resubscribe', message: null, fields: { email, asm_group_id: id } },
    ]);
    return true;
  });
  if (!back) throw notFound();
  ctx.wake('events');
}

/** All groups, each with whether the address is suppressed in it. */
export async function listGroupsOfRecipient(
  ctx: ServiceContext,
  caller: EmailCaller,
  email: string,
): Promise<(GroupRow & { left: boolean })[]> {
  const { read } = ctx.database;
  const [groups, left] = await Promise.all([
    rows.listGroups(read, caller),
    rows.groupsWithout(read, caller, foldAddress(email)),
  ]);
  return groups.map((group) => ({ ...group, left: left.has(Number(group.id)) }));
}
