/** Subscription preferences of a recipient, by the signed link in a message: unsubscribe from groups or everything, resubscribe. */

import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { type NewEvent, recordEvents } from '../../events/service/record.ts';
import { findSentMessage } from '../../messages/outcomes.ts';
import {
  deleteGroupSuppression,
  findGroups,
  groupsWithout,
  insertGroupSuppressions,
} from '../../suppressions/groups/store.ts';
import { deleteSuppressions, findSuppressions, upsertSuppressions } from '../../suppressions/store.ts';
import { type LinkClaim, verifyLink } from '../signed-links.ts';
import { type Visitor, visitorFields } from './opens-and-clicks.ts';

export type Subscriptions = {
  email: string;
  /** Whether the address is globally unsubscribed. */
  hasUnsubscribedFromAll: boolean;
  /** The group of the message, marked by `isMessageGroup`, and the groups that it offers to display. */
  groups: {
    id: number;
    name: string;
    description: string;
    isUnsubscribed: boolean;
    isMessageGroup: boolean;
  }[];
};

/** Unsubscribe from (leave) or resubscribe to (join) a group, or `all` email. */
export type SubscriptionChange = { action: 'leave' | 'join'; target: number | 'all' };

type Claim = Extract<LinkClaim, { kind: 'subscriptions' }>;

/** Null when the signature is invalid. */
export async function fetchSubscriptions(ctx: ServiceContext, token: string): Promise<Subscriptions | null> {
  const claim = await verifyLink(ctx, 'subscriptions', token);
  return claim === null ? null : loadSubscriptions(ctx.database.read, claim);
}

/**
 * Applies the change and returns the new preferences. Without an effective change there is no event. Null when the signature
 * is invalid, or the link does not offer the group.
 */
export async function changeSubscriptions(
  ctx: ServiceContext,
  token: string,
  change: SubscriptionChange,
  visitor: Visitor,
): Promise<Subscriptions | null> {
  const claim = await verifyLink(ctx, 'subscriptions', token);
  if (claim === null) return null;
  const after = await ctx.database.write(async (tx) => {
    const before = await loadSubscriptions(tx, claim);
    if (change.target === 'all') await changeAll(ctx, tx, { claim, before, change });
    else if (!(await changeGroup(ctx, tx, { claim, before, change, group: change.target, visitor })))
      return null;
    return loadSubscriptions(tx, claim);
  });
  ctx.wake('events');
  return after;
}

/** One-click unsubscribe (RFC 8058): from the group of the message, or globally where it has none. False for an invalid signature. */
export async function unsubscribeByOneClick(
  ctx: ServiceContext,
  token: string,
  visitor: Visitor,
): Promise<boolean> {
  const claim = await verifyLink(ctx, 'subscriptions', token);
  if (claim === null) return false;
  const current = await loadSubscriptions(ctx.database.read, claim);
  const target = current.groups.find(({ isMessageGroup }) => isMessageGroup)?.id ?? 'all';
  return (await changeSubscriptions(ctx, token, { action: 'leave', target }, visitor)) !== null;
}

async function loadSubscriptions(db: Queries, claim: Claim): Promise<Subscriptions> {
  const { email, group, offered } = claim;
  const owner = ownerOf(claim);
  const ids = [...new Set([...(group === null ? [] : [group]), ...offered])];
  const all = await findGroups(db, owner, ids);
  const unsubscribed = await groupsWithout(db, owner, email);
  const lists = await findSuppressions(db, owner, [email]);
  const groups = ids.flatMap((id) => {
    const found = all.find((each) => Number(each.id) === id);
    if (found === undefined) return [];
    const { name, description } = found;
    return [{ id, name, description, isUnsubscribed: unsubscribed.has(id), isMessageGroup: id === group }];
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
  { claim, before, change, group, visitor }: ChangeContext & { group: number; visitor: Visitor },
): Promise<boolean> {
  const known = before.groups.find(({ id }) => id === group);
  if (known === undefined) return false;
  const isLeaving = change.action === 'leave';
  if (known.isUnsubscribed === isLeaving) return true;
  const owner = ownerOf(claim);
  const { email } = claim;
  if (isLeaving) {
    const created_at = ctx.clock.now();
    await insertGroupSuppressions(tx, [{ ...owner, group_id: group, email, created_at }]);
  } else await deleteGroupSuppression(tx, owner, group, email);
  const kind = isLeaving ? 'group_unsubscribe' : 'group_resubscribe';
  // The URL without the signature: receivers of the event must not be able to change the subscription.
  const url = ctx.publicUrl() + paths.emailSubscriptions;
  await recordSubscriptionEvent(ctx, tx, claim, kind, {
    ...visitorFields(visitor),
    url,
    asm_group_id: group,
  });
  return true;
}

function ownerOf({ account, region }: Claim): Owner {
  return { account, region };
}

/** The message may be deleted by now; the link still has owner and address. */
async function recordSubscriptionEvent(
  ctx: ServiceContext,
  tx: Queries,
  claim: Claim,
  kind: NewEvent['kind'],
  fields: JsonObject,
): Promise<void> {
  const { email, message } = claim;
  const [mail = '', number = ''] = message.split('.');
  const sent = await findSentMessage(tx, { mail, number: Number(number) });
  const base = sent === null ? { email } : sent.fields;
  const cause = `${message}.${kind}.${ctx.ids.token()}`;
  await recordEvents(tx, { ...ownerOf(claim), now: ctx.clock.now() }, [
    { cause, kind, message, fields: { ...base, ...fields } },
  ]);
}
