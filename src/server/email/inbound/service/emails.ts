/** The verbs of mails that came in: what became of them, and sending anew what was given up. */

import type { KeysetPage, KeysetPageRequest } from '../../../platform/database/keyset-pagination.ts';
import type { InboundAttemptRow } from '../../../platform/database/schema/inbound-email.ts';
import { notFound, Refusal } from '../../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { fetchParseSetting } from '../../parse-settings/service.ts';
import { enqueueParseWebhook } from '../parse-webhook/job.ts';
import { insertEmail, insertPart } from '../store/emails.ts';
import {
  deleteDeadEmail,
  type EmailFilter,
  emailPosition,
  findDeadEmails,
  findEmail,
  type ListedEmail,
  listAttempts,
  listEmails,
  parseEmailPosition,
  requeueDeadEmail,
} from '../store/list.ts';

export type { InboundAttemptRow, ListedEmail };

/** So many mails are sent on their way in one transaction. */
const emailsPerTransaction = 200;

export const positionOfEmail = emailPosition;

export function isEmailPosition(text: string): boolean {
  return parseEmailPosition(text) !== null;
}

/** What came last comes first. */
export function listInboundEmails(
  ctx: ServiceContext,
  caller: EmailCaller,
  filter: EmailFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<ListedEmail>> {
  return listEmails(ctx.database.read, caller, filter, request);
}

/** @throws Refusal when the caller has no such mail */
export async function fetchInboundEmail(
  ctx: ServiceContext,
  { account }: Caller,
  id: string,
): Promise<ListedEmail> {
  const mail = await findEmail(ctx.database.read, account, id);
  if (mail === undefined) throw notFound();
  return mail;
}

/** Newest first. @throws Refusal when the caller has no such mail */
export async function listInboundAttempts(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<InboundAttemptRow[]> {
  await fetchInboundEmail(ctx, caller, id);
  return listAttempts(ctx.database.read, id);
}

/**
 * Sends a mail that was given up on its way again, for another three days.
 * @throws Refusal when the caller has no such mail, or (conflict) it was not given up
 */
export async function replayInboundEmail(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<ListedEmail> {
  const { account } = caller;
  const revived = await requeue(ctx, account, [id]);
  const mail = await fetchInboundEmail(ctx, caller, id);
  if (revived === 0) throw notFailed();
  ctx.wake();
  return mail;
}

/** The same with all that were given up, of one host name or of all; gives how many. */
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

/** @throws Refusal when the caller has no such mail, or (conflict) it was not given up */
export async function discardInboundEmail(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<ListedEmail> {
  const mail = await fetchInboundEmail(ctx, caller, id);
  if (!(await ctx.database.write((tx) => deleteDeadEmail(tx, { account: caller.account, id }))))
    throw notFailed();
  return mail;
}

/**
 * Posts a mail of our own making to the URL of a host name, once. It counts in no statistics.
 * @throws Refusal when the caller has no setting for that host name
 */
export async function postTestEmail(
  ctx: ServiceContext,
  caller: EmailCaller,
  hostname: string,
): Promise<ListedEmail> {
  const setting = await fetchParseSetting(ctx, caller, hostname);
  const now = ctx.clock.now();
  const id = ctx.ids.token();
  const content = ctx.ids.token();
  const recipient = `test@${setting.hostname}`;
  const bytes = Buffer.from(testMessage(recipient, now, id));
  await ctx.database.write(async (tx) => {
    await insertPart(tx, { content, seq: 0, bytes, created_at: now });
    await insertEmail(tx, {
      ...{ id, account: caller.account, region: caller.region, hostname: setting.hostname, content },
      ...{ size: bytes.byteLength, sender: recipient, recipients: JSON.stringify([recipient]) },
      ...{ client_ip: '127.0.0.1', status: 'waiting', attempts: 0, received_at: now, finished_at: null },
    });
    await enqueueParseWebhook(tx, { id, account: caller.account, attempts: 0, isTrial: true }, now);
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
    'This mail was made to see whether the receiver takes what is posted to it.',
    '',
  ];
  return lines.join('\r\n');
}

async function requeue(ctx: ServiceContext, account: string, ids: readonly string[]): Promise<number> {
  const now = ctx.clock.now();
  return ctx.database.write(async (tx) => {
    let revived = 0;
    for (const id of ids) {
      const mail = await requeueDeadEmail(tx, { account, id });
      if (mail === undefined) continue;
      await enqueueParseWebhook(tx, mail, now);
      revived += 1;
    }
    return revived;
  });
}

function notFailed(): Refusal {
  return new Refusal('conflict', 'The mail was not given up: it has arrived or is still on its way');
}
