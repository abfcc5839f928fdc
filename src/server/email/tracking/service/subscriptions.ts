/** What a recipient wants: leaving groups, leaving everything, and coming back, by the link in a mail. */

import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { type NewEvent, recordEvents } from '../../events/service/record.ts';
import { eventFields, parseOutboundMessage } from '../../messages/message.ts';
import { findOutboundMessageById } from '../../messages/store.ts';
import {
  deleteGroupSuppression,
  insertGroupSuppressions,
  listGroupSuppressions,
  listGroups,
} from '../../suppressions/groups/store.ts';
import { deleteSuppressions, findSuppressions, upsertSuppressions } from '../../suppressions/store.ts';
import { type LinkClaim, verifyLink } from '../signed-links.ts';
import { type Visitor, visitorFields } from './opens-and-clicks.ts';

export type Subscriptions = {
  email: string;
  /** True when the address gets no mail at all. */
  hasUnsubscribedFromAll: boolean;
  /** The groups of the mail and those that it offers beside; `own` marks the one that the mail belongs to. */
  groups: {
    id: number;
    name: string;
    description: string;
    isUnsubscribed: boolean;
    isMessageGroup: boolean;
  }[];
};

/** Leave or join a group, or `all` mail. */
export type SubscriptionChange = { action: 'leave' | 'join'; target: number | 'all' };

type Claim = Extract<LinkClaim, { kind: 'subscriptions' }>;

/** Null when the link is none of ours. */
export async function fetchSubscriptions(ctx: ServiceContext, token: string): Promise<Subscriptions | null> {
  const claim = await verifyLink(ctx, 'subscriptions', token);
  return claim === null ? null : loadSubscriptions(ctx.database.read, claim);
}

/**
 * Makes the change, and gives how things stand after it. What stands so already leads to no event. Null when the link is
 * none of ours, or does not offer that group.
 */
export async function changeSubscriptions(
  ctx: ServiceContext,
  token: string,
  change: SubscriptionChange,
  reader: Visitor,
): Promise<Subscriptions | null> {
  const claim = await verifyLink(ctx, 'subscriptions', token);
  if (claim === null) return null;
  return ctx.database.write(async (tx) => {
    const before = await loadSubscriptions(tx, claim);
    if (change.target === 'all') await changeAll(ctx, tx, { claim, before, change });
    else if (!(await changeGroup(ctx, tx, { claim, before, change, group: change.target, reader })))
      return null;
    return loadSubscriptions(tx, claim);
  });
}

/** One click in a mail program: out of the mail's group, or of everything where it has none. */
export async function unsubscribeByOneClick(
  ctx: ServiceContext,
  token: string,
  reader: Visitor,
): Promise<boolean> {
  const claim = await verifyLink(ctx, 'subscriptions', token);
  if (claim === null) return false;
  const known = await loadSubscriptions(ctx.database.read, claim);
  const what = known.groups.find(({ isMessageGroup: own }) => own)?.id ?? 'all';
  return (await changeSubscriptions(ctx, token, { action: 'leave', target: what }, reader)) !== null;
}

async function loadSubscriptions(db: Queries, claim: Claim): Promise<Subscriptions> {
  const { email, group, offered } = claim;
  const owner = ownerOf(claim);
  const wanted = [...new Set([...(group === null ? [] : [group]), ...offered])];
  const all = wanted.length === 0 ? [] : await listGroups(db, owner);
  const left = new Set(
    (await listGroupSuppressions(db, owner, { email })).map(({ group_id }) => Number(group_id)),
  );
  const lists = await findSuppressions(db, owner, [email]);
  const groups = wanted.flatMap((id) => {
    const found = all.find((each) => Number(each.id) === id);
    if (found === undefined) return [];
    const { name, description } = found;
    return [{ id, name, description, left: left.has(id), own: id === group }];
  });
  return { email, hasUnsubscribedFromAll: lists.some(({ list }) => list === 'unsubscribes'), groups };
}

type ChangeContext = { claim: Claim; before: Subscriptions; change: SubscriptionChange };

async function changeAll(
  ctx: ServiceContext,
  tx: Queries,
  { claim, before, change }: ChangeContext,
): Promise<void> {
  const owner = ownerOf(claim);
  const { email } = claim;
  if (change.action === 'join') {
    await deleteSuppressions(tx, owner, 'unsubscribes', [email]);
    return;
  }
  if (before.hasUnsubscribedFromAll) return;
  const entry = { ...owner, list: 'unsubscribes' as const, email, reason: '', status: '', ip: '' };
  await upsertSuppressions(tx, [{ ...entry, created_at: ctx.clock.now() }]);
  await recordSubscriptionEvent(ctx, tx, claim, 'unsubscribe', {});
}

/** False when the link does not offer the group. */
async function changeGroup(
  ctx: ServiceContext,
  tx: Queries,
  { claim, before, change, group, reader }: ChangeContext & { group: number; reader: Visitor },
): Promise<boolean> {
  const known = before.groups.find(({ id }) => id === group);
  if (known === undefined) return false;
  const leaves = change.action === 'leave';
  if (known.isUnsubscribed === leaves) return true;
  const owner = ownerOf(claim);
  const { email } = claim;
  if (leaves) {
    const created_at = ctx.clock.now();
    await insertGroupSuppressions(tx, [{ ...owner, group_id: group, email, created_at }]);
  } else await deleteGroupSuppression(tx, owner, group, email);
  const kind = leaves ? 'group_unsubscribe' : 'group_resubscribe';
  // The page without its signature: who gets the event is not to change the subscription by it.
  const url = ctx.publicUrl() + paths.emailSubscriptions;
  await recordSubscriptionEvent(ctx, tx, claim, kind, { ...visitorFields(reader), url, asm_group_id: group });
  return true;
}

function ownerOf({ account, region }: Claim): Owner {
  return { account, region };
}

/** What the mail itself knew may be gone by now; the link still knows whose it was. */
async function recordSubscriptionEvent(
  ctx: ServiceContext,
  tx: Queries,
  claim: Claim,
  kind: NewEvent['kind'],
  fields: JsonObject,
): Promise<void> {
  const { email, message } = claim;
  const [mail = '', number = ''] = message.split('.');
  const row = await findOutboundMessageById(tx, { mail, number: Number(number) });
  const own = row === undefined ? { email } : eventFields(parseOutboundMessage(row));
  const cause = `${message}.${kind}.${ctx.ids.token()}`;
  await recordEvents(tx, { ...ownerOf(claim), now: ctx.clock.now() }, [
    { cause, kind, message, fields: { ...own, ...fields } },
  ]);
}
