/** Received emails: list, fetch, post again, discard failed ones, and post a test email. */

import type { KeysetPageRequest } from '../../../platform/database/keyset-pagination.ts';
import type { InboundAttemptRow } from '../../../platform/database/schema/inbound-email.ts';
import { shardOfContent } from '../../../platform/database/shard.ts';
import { notFound, Refusal } from '../../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import {
  fetchParseSetting,
  listParseSettingsOf,
  type ParseSettingRow,
} from '../../parse-settings/service.ts';
import type { SearchedPage } from '../../search/store.ts';
import { termsOfQuery } from '../../search/terms.ts';
import { enqueueParseWebhook, postNow } from '../parse-webhook/job.ts';
import { findPart, insertEmail, insertPart } from '../store/emails.ts';
import {
  deleteDeadEmail,
  type EmailFilter,
  emailPosition,
  findDeadEmails,
  findEmail,
  type ListedEmail,
  listAttempts,
  listEmails,
  listNewestTo,
  parseEmailPosition,
  requeueEmail,
  searchReceived,
} from '../store/list.ts';

export type { InboundAttemptRow, ListedEmail };

/** Emails enqueued in one transaction. */
const emailsPerTransaction = 200;

export const positionOfEmail = emailPosition;

export function isEmailPosition(text: string): boolean {
  return parseEmailPosition(text) !== null;
}

/** Newest first; those that a search finds by their ids. A page may end before it is full, where a search takes long. */
export async function listInboundEmails(
  ctx: ServiceContext,
  caller: EmailCaller,
  { search, ...filter }: EmailFilter & { search: string },
  request: KeysetPageRequest,
): Promise<SearchedPage<ListedEmail>> {
  const { account, region } = caller;
  const terms = termsOfQuery({ account, region, direction: 'received' }, search);
  if (terms.length > 0) return searchReceived(ctx.database.replica, caller, { ...filter, terms }, request);
  return { ...(await listEmails(ctx.database.replica, caller, filter, request)), searchedTo: null };
}

/** The cursor at which a search ended, and the time of it. */
export const positionAt = (id: string): string => `0.${id}`;
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 12), 16);

/** A parse setting of which the last email that was tried could not be posted; `isOver`: it is not tried again. */
export type FailingParseSetting = { setting: ParseSettingRow; last: InboundAttemptRow; isOver: boolean };

/** Settings of an account, and newest emails of each, that are looked at. */
const maxSettings = 100;
const maxWaiting = 20;

/** Those of an account in both regions. */
export async function listFailingParseSettings(
  ctx: ServiceContext,
  { account }: Caller,
): Promise<FailingParseSetting[]> {
  const settings = await listParseSettingsOf(ctx, account, maxSettings);
  const found: FailingParseSetting[] = [];
  for (const setting of settings) {
    const newest = await listNewestTo(ctx.database.replica, setting, setting.hostname, maxWaiting);
    const tried = newest.find(({ attempts }) => attempts > 0);
    if (tried?.last == null || tried.status === 'posted') continue;
    found.push({ setting, last: tried.last, isOver: tried.status === 'dead' });
  }
  return found;
}

/** Fetches an email. @throws Refusal when the caller has no such email */
export async function fetchInboundEmail(
  ctx: ServiceContext,
  { account }: Caller,
  id: string,
): Promise<ListedEmail> {
  const mail = await findEmail(ctx.database.replica, account, id);
  if (mail === undefined) throw notFound();
  return mail;
}

/** Attempts at posting an email, newest first. @throws Refusal when the caller has no such email */
export async function listInboundAttempts(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<InboundAttemptRow[]> {
  const mail = await fetchInboundEmail(ctx, caller, id);
  return listAttempts(ctx.database.replica, mail);
}

/**
 * Posts an email again, whatever its status, with retries for another three days; one that waits for its next attempt is
 * posted now.
 * @throws Refusal when the caller has no such email, or (conflict) its content was deleted
 */
export async function replayInboundEmail(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<ListedEmail> {
  const { account } = caller;
  const before = await fetchInboundEmail(ctx, caller, id);
  await ctx.database.write(async (tx) => {
    if ((await findPart(tx, before.content, 0)) === undefined) throw contentDeleted();
    const mail = await requeueEmail(tx, { account, id, statuses: ['dead', 'posted'] });
    if (mail !== undefined) await enqueueParseWebhook(tx, mail, ctx.clock.now());
    else await postNow(tx, before, ctx.clock.now());
  });
  ctx.wake();
  return fetchInboundEmail(ctx, caller, id);
}

/** Enqueues all failed emails again, of one host name or of all; returns how many. */
export async function replayInboundEmails(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string | null,
): Promise<number> {
  const before = ctx.clock.now();
  let total = 0;
  for (;;) {
    const ids = await findDeadEmails(ctx.database.read, caller, {
      hostname,
      before,
      limit: emailsPerTransaction,
    });
    const revived = ids.length === 0 ? 0 : await requeue(ctx, caller.account, ids);
    if (revived === 0) break;
    total += revived;
  }
  if (total > 0) ctx.wake();
  return total;
}

/** Deletes a failed email. @throws Refusal when the caller has no such email, or (conflict) it has not failed */
export async function discardInboundEmail(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<ListedEmail> {
  const mail = await fetchInboundEmail(ctx, caller, id);
  if (!(await ctx.database.write((tx) => deleteDeadEmail(tx, mail)))) throw notFailed();
  return mail;
}

/**
 * Posts a test email to the URL of a host name, without retries. It is not counted in the statistics.
 * @throws Refusal when the caller has no setting for that host name
 */
export async function postTestEmail(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
): Promise<ListedEmail> {
  const setting = await fetchParseSetting(ctx, caller, hostname);
  const now = ctx.clock.now();
  const id = ctx.ids.orderedToken();
  const content = ctx.ids.orderedToken();
  const recipient = `test@${setting.hostname}`;
  const bytes = Buffer.from(testMessage(recipient, now, id));
  await ctx.database.write(async (tx) => {
    await insertPart(tx, { content, seq: 0, bytes, created_at: now });
    await insertEmail(tx, {
      ...{ id, account: caller.account, region: caller.region, hostname: setting.hostname, content },
      ...{ size: bytes.byteLength, sender: recipient, recipients: JSON.stringify([recipient]) },
      ...{
        client_ip: '127.0.0.1',
        helo: null,
        spf: null,
        dkim: null,
        status: 'waiting',
        attempts: 0,
        received_at: now,
        finished_at: null,
      },
    });
    const email = { id, shard: shardOfContent(content), account: caller.account, attempts: 0 };
    await enqueueParseWebhook(tx, { ...email, isTrial: true }, now);
  });
  ctx.wake();
  return fetchInboundEmail(ctx, caller, id);
}

function testMessage(address: string, now: number, id: string): string {
  const lines = [
    `From: Patchbay <${address}>`,
    `To: ${address}`,
    'Subject: Test of inbound parse',
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${address.slice(address.indexOf('@') + 1)}>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This email tests whether the webhook accepts what is posted to it.',
    '',
  ];
  return lines.join('\r\n');
}

async function requeue(ctx: ServiceContext, account: string, ids: readonly string[]): Promise<number> {
  const now = ctx.clock.now();
  return ctx.database.write(async (tx) => {
    let revived = 0;
    for (const id of ids) {
      const mail = await requeueEmail(tx, { account, id, statuses: ['dead'] });
      if (mail === undefined) continue;
      await enqueueParseWebhook(tx, mail, now);
      revived += 1;
    }
    return revived;
  });
}

function contentDeleted(): Refusal {
  return new Refusal('conflict', 'The content of the email was deleted: it cannot be posted again');
}

function notFailed(): Refusal {
  return new Refusal('conflict', 'The email has not failed: it was posted or is still being retried');
}
