/** Service functions of alerts of the email API. */

import { type EmailAlertChange, maxEmailAlerts, type NewEmailAlert } from '#api/email/alerts.ts';
import { actsFor } from '../../accounts/acting-later-service.ts';
import type { Queries } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { findOwner } from '../account/service.ts';
import { fetchQuota } from '../sending/quota-store.ts';
import { newNumber, parseNumber } from '../sending-domains/numbers.ts';
import { readMailbox } from '../validation/email-address.ts';
import { invalidField } from '../validation/field-error.ts';
import { schedule, tellUsage, unschedule } from './jobs.ts';
import * as rows from './store.ts';

/** Oldest first. */
export function listAlerts(ctx: ServiceContext, caller: EmailCaller): Promise<rows.EmailAlertRow[]> {
  return rows.listAlerts(ctx.database.read, caller);
}

/** @throws Refusal when there is none */
export function fetchAlert(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<rows.EmailAlertRow> {
  return requireAlert(ctx.database.read, caller, id);
}

async function requireAlert(
  db: Queries,
  { account, region }: EmailCaller,
  id: string,
): Promise<rows.EmailAlertRow> {
  const row = await rows.findAlert(db, { account, region }, parseNumber(id));
  if (row === undefined) throw notFound();
  return row;
}

/** An alert tells statistics of email. */
export const permissionsToTell = ['email.read'] as const;

/** @throws Refusal for what is no address, without what its type needs, beyond the most alerts, and for who may not see statistics */
export async function createAlert(
  ctx: ServiceContext,
  caller: EmailCaller,
  { type, email_to, frequency, percentage }: NewEmailAlert,
): Promise<rows.EmailAlertRow> {
  const { account, region } = caller;
  const isStatistics = type === 'stats_notification';
  if (isStatistics && frequency === undefined)
    throw invalidField('frequency', 'frequency is required', 'Give daily, weekly or monthly.');
  if (!isStatistics) requireUsage(ctx, percentage);
  const to = email_to === null ? await addressOfOwner(ctx, caller) : parseAddress(email_to);
  const now = ctx.clock.now();
  const row = await ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    const others = await rows.listAlerts(tx, caller);
    if (others.length >= maxEmailAlerts) {
      throw invalidField('type', `the maximum of ${maxEmailAlerts} alerts is reached`, 'Delete one first.');
    }
    const key = { account, region, id: newNumber(ctx, others) };
    const next_at = isStatistics && frequency ? await schedule(ctx, tx, key, frequency) : null;
    const added: rows.EmailAlertRow = {
      ...{ ...key, type, email_to: to, next_at, told_month: null, created_at: now, updated_at: now },
      acts_for: actsFor(caller, permissionsToTell),
      frequency: isStatistics ? (frequency ?? null) : null,
      percentage: isStatistics ? null : (percentage ?? null),
    };
    await rows.insertAlert(tx, added);
    if (!isStatistics) await tellIfUsed(ctx, tx, account);
    return added;
  });
  ctx.wake('jobs');
  return row;
}

function requireUsage(ctx: ServiceContext, percentage: number | undefined): void {
  if (ctx.config.emailMonthlyLimit === null) {
    const help = 'The operator sets one by EMAIL_MONTHLY_LIMIT.';
    throw invalidField('type', 'there is no limit of email in a month here', help);
  }
  if (percentage === undefined)
    throw invalidField('percentage', 'percentage is required', 'Give a number from 1 to 100.');
}

function parseAddress(text: string): string {
  if (readMailbox(text) !== null) return text.trim();
  throw invalidField('email_to', 'email_to is not an email address', 'Give one such as someone@example.com.');
}

async function addressOfOwner(ctx: ServiceContext, caller: EmailCaller): Promise<string> {
  const owner = await findOwner(ctx, caller);
  if (owner !== undefined) return owner.email;
  throw invalidField('email_to', 'the account has no owner with an address', 'Give an address.');
}

/** Where as much is used already, it is told at once. */
async function tellIfUsed(ctx: ServiceContext, tx: Queries, account: string): Promise<void> {
  const limit = ctx.config.emailMonthlyLimit;
  if (limit === null) return;
  const month = new Date(ctx.clock.now()).toISOString().slice(0, 'YYYY-MM'.length);
  await tellUsage(ctx, tx, { account, month, limit, used: await fetchQuota(tx, account, month) });
}

/** Changes what is given. @throws Refusal when there is none, for what is no address, or what its type does not have */
export async function updateAlert(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  { email_to, frequency, percentage }: EmailAlertChange,
): Promise<rows.EmailAlertRow> {
  const to = email_to === undefined ? undefined : parseAddress(email_to);
  const row = await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const before = await requireAlert(tx, caller, id);
    const isStatistics = before.type === 'stats_notification';
    const other = isStatistics ? percentage && 'percentage' : frequency && 'frequency';
    if (other) throw invalidField(other, `an alert of that type has no ${other}`, `Leave ${other} out.`);
    const acts_for = actsFor(caller, permissionsToTell);
    const change: Partial<rows.EmailAlertRow> = { acts_for, updated_at: ctx.clock.now() };
    if (to !== undefined) change.email_to = to;
    if (frequency !== undefined && frequency !== before.frequency) {
      await unschedule(tx, before);
      change.frequency = frequency;
      change.next_at = await schedule(ctx, tx, before, frequency);
    }
    const isOther = percentage !== undefined && percentage !== before.percentage;
    if (isOther) Object.assign(change, { percentage, told_month: null });
    await rows.changeAlert(tx, before, before.id, change);
    if (isOther) await tellIfUsed(ctx, tx, caller.account);
    return { ...before, ...change };
  });
  ctx.wake('jobs');
  return row;
}

/** @throws Refusal when there is none */
export async function deleteAlert(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const row = await requireAlert(tx, caller, id);
    await unschedule(tx, row);
    await rows.deleteAlert(tx, row, row.id);
  });
}
