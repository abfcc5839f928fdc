/** Scheduled sends: emails of a batch are held while it is paused, and discarded when it is cancelled. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { maxScheduledSends, type ScheduledSend } from '#api/email/scheduled-sends.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import type { OutboundMessage } from '../messages/message.ts';
import { linkKeyOf } from '../tracking/signed-links.ts';
import { invalidField } from '../validation/field-error.ts';
import * as rows from './store.ts';

export type { WaitingEmailRow } from './store.ts';

const hourMs = 3_600_000;
/** How long emails of a paused batch wait beyond their time. */
const maxPauseMs = 72 * hourMs;
/** Until then every email that was accepted before has been sent or discarded: it is scheduled 72 hours ahead at most. */
const keptMs = 7 * 24 * hourMs;

/** An id with a signature, so that none has to be stored: it is of this account and region. */
export async function createBatchId(ctx: ServiceContext, owner: EmailCaller): Promise<string> {
  const name = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  return name + (await signatureOf(ctx, owner, name));
}

const signatureLength = 22;

async function signatureOf(
  ctx: ServiceContext,
  { account, region }: EmailCaller,
  name: string,
): Promise<string> {
  const content = `batch ${account} ${region} ${name}`;
  const mac = createHmac('sha256', await linkKeyOf(ctx)).update(content);
  return mac.digest().subarray(0, 16).toString('base64url');
}

/** @throws Refusal for what is no batch id of the caller */
export async function requireBatchId(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  const [name, actual] = [id.slice(0, -signatureLength), Buffer.from(id.slice(-signatureLength))];
  const expected = Buffer.from(await signatureOf(ctx, caller, name));
  if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
  throw invalidField('batch_id', 'batch_id is not the id of a batch', 'Take it from POST /v3/mail/batch.');
}

export function listScheduledSends(ctx: ServiceContext, caller: EmailCaller): Promise<ScheduledSend[]> {
  return rows.listScheduledSends(ctx.database.read, caller);
}

/** @throws Refusal when it is neither paused nor cancelled */
export async function fetchScheduledSend(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<ScheduledSend> {
  const row = await rows.findScheduledSend(ctx.database.read, caller, id);
  if (row === undefined) throw notFound();
  return row;
}

/** @throws Refusal for what is no batch, one that has a status, and beyond the most of them */
export async function createScheduledSend(
  ctx: ServiceContext,
  caller: EmailCaller,
  { batch_id, status }: ScheduledSend,
): Promise<ScheduledSend> {
  await requireBatchId(ctx, caller, batch_id);
  const now = ctx.clock.now();
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    await rows.deleteScheduledSendsBefore(tx, caller, now - keptMs);
    const held = await rows.listScheduledSends(tx, caller);
    if (held.some((row) => row.batch_id === batch_id)) {
      throw invalidField('batch_id', 'the batch is paused or cancelled already', 'Change it by PATCH.');
    }
    if (held.length >= maxScheduledSends) {
      const message = `${maxScheduledSends} batches are paused or cancelled already`;
      throw invalidField('batch_id', message, 'Delete one first.');
    }
    const { account, region } = caller;
    await rows.insertScheduledSend(tx, { account, region, batch_id, status, created_at: now });
    return { batch_id, status };
  });
}

/** @throws Refusal when it is neither paused nor cancelled */
export async function updateScheduledSend(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  status: ScheduledSend['status'],
): Promise<void> {
  if (!(await ctx.database.write((tx) => rows.changeScheduledSend(tx, caller, id, status)))) throw notFound();
}

/** @throws Refusal when it is neither paused nor cancelled */
export async function deleteScheduledSend(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<void> {
  if (!(await ctx.database.write((tx) => rows.deleteScheduledSend(tx, caller, id)))) throw notFound();
}

/** Emails that wait for their time, the soonest first; positions are the time and the SID. */
export function listWaiting(
  ctx: ServiceContext,
  owner: Owner,
  request: KeysetPageRequest,
): Promise<KeysetPage<rows.WaitingEmailRow>> {
  return rows.listWaiting(ctx.database.replica, owner, request);
}

/** What becomes of an email that is due: it waits until a time, or is discarded for a reason. */
export type Hold = { until: number } | { discarded: string };

/** Null where it is sent: it is of no batch, of one that goes out, or its sending has begun. */
export async function findHold(ctx: ServiceContext, { row, shared }: OutboundMessage): Promise<Hold | null> {
  if (shared.batch_id === undefined || row.attempts > 0) return null;
  const batch = await rows.findScheduledSend(ctx.database.read, row, shared.batch_id);
  if (batch === undefined) return null;
  if (batch.status === 'cancel') return { discarded: 'The scheduled send was cancelled' };
  const waited = ctx.clock.now() - row.send_at;
  if (waited > maxPauseMs) return { discarded: 'The scheduled send was paused for too long' };
  // It is looked at again ever more seldom, every ten minutes at last.
  return { until: ctx.clock.now() + Math.min(10 * 60_000, Math.max(60_000, waited / 4)) };
}
