/** Verified senders: a link is sent to the address, by a notice of the installation that is in no mailbox of the account. */

import {
  maxVerifiedSenders,
  type NewVerifiedSender,
  type SenderProblem,
  senderLinkDays,
  senderProblems,
  type VerifiedSenderChange,
} from '#api/email/verified-senders.ts';
import { paths } from '#api/paths.ts';
import type { Queries } from '../../platform/database/database.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { sendNotice } from '../sending/notice-service.ts';
import { newNumber, parseNumber } from '../sending-domains/numbers.ts';
import { listDomains } from '../sending-domains/store.ts';
import { parseEmailAddress } from '../validation/email-address.ts';
import { invalidField } from '../validation/field-error.ts';
import * as rows from './store.ts';

const dayMs = 86_400_000;
/** Between two links to one address. */
const resendAfterMs = 60_000;

/** `as_given` is the address in its letters, which the row has as it is compared; not in rows of before. */
export type SenderProfile = Omit<NewVerifiedSender, 'from_email'> & { as_given?: string };

export const profileOf = ({ profile }: rows.VerifiedSenderRow) => JSON.parse(profile) as SenderProfile;

export const addressOf = (row: rows.VerifiedSenderRow) => profileOf(row).as_given ?? row.from_email;

/** @throws Refusal for what is no address, one that is there already, and beyond the most senders */
export async function createSender(
  ctx: ServiceContext,
  caller: EmailCaller,
  { from_email, ...profile }: NewVerifiedSender,
): Promise<rows.VerifiedSenderRow> {
  const { account, region } = caller;
  const email = parseAddress('from_email', from_email);
  parseAddress('reply_to', profile.reply_to);
  const row = await ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    const others = await rows.listSenders(tx, caller);
    requireFree(others, email);
    const added: rows.VerifiedSenderRow = {
      ...{ account, region, id: newNumber(ctx, others), from_email: email },
      ...{
        profile: JSON.stringify({ ...profile, as_given: from_email.trim() }),
        verified_at: null,
        token_hash: null,
        link_sent_at: null,
      },
      ...{ problem: null, created_at: ctx.clock.now() },
    };
    await rows.insertSender(tx, added);
    return added;
  });
  return sendLink(ctx, row);
}

/** @throws Refusal where the address is there already, or there are too many */
function requireFree(others: readonly rows.VerifiedSenderRow[], email: string): void {
  if (others.some((each) => each.from_email === email)) {
    throw invalidField('from_email', `there is a sender ${email} already`, 'Use that one.');
  }
  if (others.length < maxVerifiedSenders) return;
  const message = `the maximum of ${maxVerifiedSenders} senders is reached`;
  throw invalidField('from_email', message, 'Delete one first.');
}

function parseAddress(field: string, text: string): string {
  const email = parseEmailAddress(text);
  if (email !== null) return email;
  throw invalidField(field, `${field} is not an email address`, 'Give one such as someone@example.com.');
}

/** By id: those after `lastSeenID`, or the one with `id`. */
export async function listSenders(
  ctx: ServiceContext,
  caller: EmailCaller,
  { limit, lastSeenID = 0, id }: { limit?: number; lastSeenID?: number; id?: number },
): Promise<rows.VerifiedSenderRow[]> {
  const all = await rows.listSenders(ctx.database.read, caller);
  return all.filter((row) => row.id > lastSeenID && (id === undefined || row.id === id)).slice(0, limit);
}

/** Changes the given fields; another address is verified again. @throws Refusal when there is none, or for what is no address */
export async function updateSender(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  { from_email, ...profile }: VerifiedSenderChange,
): Promise<rows.VerifiedSenderRow> {
  const email = from_email === undefined ? undefined : parseAddress('from_email', from_email);
  if (profile.reply_to !== undefined) parseAddress('reply_to', profile.reply_to);
  const [row, isMoved] = await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const before = await requireSender(tx, caller, id);
    const isOther = email !== undefined && email !== before.from_email;
    if (isOther) {
      const all = await rows.listSenders(tx, caller);
      requireFree(
        all.filter((each) => each.id !== before.id),
        email,
      );
    }
    const change = {
      profile: JSON.stringify({
        ...{ ...profileOf(before), ...profile },
        ...(from_email !== undefined && { as_given: from_email.trim() }),
      }),
      ...(isOther && { from_email: email, verified_at: null, token_hash: null }),
    };
    await rows.changeSender(tx, before, before.id, change);
    return [{ ...before, ...change }, isOther] as const;
  });
  return isMoved ? sendLink(ctx, row) : row;
}

/** @throws Refusal when there is none */
export async function deleteSender(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  if (!(await ctx.database.write((tx) => rows.deleteSender(tx, caller, parseNumber(id))))) throw notFound();
}

/** Where the link cannot be sent, the sender says why. @throws Refusal when there is none, it is verified, or a link was just sent */
export async function resendLink(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  const row = await requireSender(ctx.database.read, caller, id);
  if (row.verified_at !== null) throw invalidField('id', 'the sender is verified already', 'Send from it.');
  if (ctx.clock.now() < Number(row.link_sent_at ?? 0) + resendAfterMs) {
    throw new Refusal('too-many', 'A link was sent less than a minute ago');
  }
  await sendLink(ctx, row);
}

/** The account names the addresses. */
const linkLimit = { count: 20, windowMs: 60_000 };
const limiterOf = perServer(() => new RateLimiter<typeof linkLimit>());

/** Sends a link with a new token; the one before does not work any more. */
async function sendLink(ctx: ServiceContext, row: rows.VerifiedSenderRow): Promise<rows.VerifiedSenderRow> {
  const token = ctx.ids.token();
  const change = { token_hash: hashToken(token), link_sent_at: ctx.clock.now(), problem: null };
  await ctx.database.write((tx) => rows.changeSender(tx, row, row.id, change));
  const isTooMany = limiterOf(ctx).take([[row.account, linkLimit]], 1, ctx.clock.now()) !== null;
  const problem = isTooMany
    ? 'too_many'
    : await mailLink(ctx, addressOf(row), `${ctx.publicUrl()}${paths.senderVerification}?t=${token}`);
  if (problem === null) return { ...row, ...change };
  const failed = { ...change, token_hash: null, link_sent_at: row.link_sent_at, problem };
  await ctx.database.write((tx) => rows.changeSender(tx, row, row.id, failed));
  return { ...row, ...failed };
}

const sentences: Record<SenderProblem, string> = {
  too_many: 'Too many links were sent in this minute. Try again later.',
  no_from: 'MAIL_FROM is not set, so no link can be sent. The operator has to set it.',
  not_sent: 'The link could not be sent: ',
};

/** The stored problem is its kind, and behind that what the relay said. */
export function readProblem({ problem }: rows.VerifiedSenderRow) {
  if (problem === null) return { problem: null, problem_kind: null, problem_reply: null };
  const kind = senderProblems.find((each) => problem.startsWith(each)) ?? 'not_sent';
  const reply = kind === 'not_sent' ? problem.replace(/^not_sent /, '') : null;
  return { problem: `${sentences[kind]}${reply ?? ''}`, problem_kind: kind, problem_reply: reply };
}

/** Null once the relay has it; else why not, as it is stored. */
async function mailLink(ctx: ServiceContext, to: string, link: string): Promise<string | null> {
  const { mailFrom } = ctx.config;
  if (mailFrom === null) return 'no_from';
  const text = [
    `An account of ${ctx.publicUrl()} wants to send email from ${to}.`,
    '',
    'If that is you, open this link and confirm:',
    link,
    '',
    `It works for ${senderLinkDays} days. If it is not you, ignore this email: nothing is sent from your address.`,
  ].join('\r\n');
  const notice = {
    id: `sender.${ctx.ids.token()}`,
    from: mailFrom,
    to,
    subject: 'Confirm your address',
    text,
  };
  const result = await sendNotice(ctx, notice);
  return result.kind === 'delivered' ? null : `not_sent ${result.text.slice(0, 500)}`;
}

/** The address that the token is about; null where there is no such link, or it is too old. */
export async function findLink(ctx: ServiceContext, token: string): Promise<rows.VerifiedSenderRow | null> {
  const row = await rows.findSenderByToken(ctx.database.read, hashToken(token));
  if (row === undefined || row.verified_at !== null) return null;
  return ctx.clock.now() > Number(row.link_sent_at) + senderLinkDays * dayMs ? null : row;
}

/** The address that is verified now; null as above. */
export async function confirmSender(ctx: ServiceContext, token: string): Promise<string | null> {
  const row = await findLink(ctx, token);
  if (row === null) return null;
  const change = { verified_at: ctx.clock.now(), token_hash: null, problem: null };
  await ctx.database.write((tx) => rows.changeSender(tx, row, row.id, change));
  return addressOf(row);
}

/** The same for a key of the account. @throws Refusal where the token is of no sender of the account */
export async function confirmOwnSender(
  ctx: ServiceContext,
  { account, region }: EmailCaller,
  token: string,
): Promise<void> {
  const row = await findLink(ctx, token);
  if (row === null || row.account !== account || row.region !== region) throw notFound();
  await confirmSender(ctx, token);
}

export async function completedSteps(ctx: ServiceContext, caller: EmailCaller) {
  const db = ctx.database.read;
  const [domains, senders] = [await listDomains(db, caller), await rows.listSenders(db, caller)];
  return {
    domain_verified: domains.some(({ signs }) => signs === 1),
    sender_verified: senders.some(({ verified_at }) => verified_at !== null),
  };
}

export function fetchRule(ctx: ServiceContext, caller: EmailCaller): Promise<boolean> {
  return rows.findKnownOnly(ctx.database.read, caller);
}

export async function changeRule(
  ctx: ServiceContext,
  caller: EmailCaller,
  isKnownOnly: boolean,
): Promise<void> {
  await ctx.database.write((tx) => rows.setKnownOnly(tx, caller, isKnownOnly));
}

async function requireSender(db: Queries, caller: EmailCaller, id: string): Promise<rows.VerifiedSenderRow> {
  const row = await rows.findSender(db, caller, parseNumber(id));
  if (row === undefined) throw notFound();
  return row;
}
