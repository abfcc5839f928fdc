/** Sends the links of people by email: invitations, and those to a new password. */

import type { mailLanguages } from '#api/people/schemas.ts';
import { sendNotice } from '../../email/sending/notice-service.ts';
import type { Queries } from '../../platform/database/database.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { done, type JobHandler } from '../../platform/jobs/job-handler.ts';
import { completeJob, enqueueJob } from '../../platform/jobs/queue.ts';
import { backoff } from '../../platform/jobs/retry-backoff.ts';
import { perServer } from '../../platform/per-server.ts';
import { RateLimiter } from '../../platform/rate-limiter.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

export type MailLanguage = (typeof mailLanguages)[number];

/** `inviter` and `account` are of an invitation; without an inviter the account's own credentials made it. */
export type LinkMail = {
  to: string;
  token: string;
  expiresAt: number;
  language: MailLanguage;
  invitation: { account: string; inviter: string | null } | null;
};

/** The page reads the token from the fragment, which no server and no log ever sees. */
export const linkTo = (base: string, token: string): string => `${base}/join#${token}`;

/** True where links are sent by email; elsewhere who makes one hands it over. */
export const sendsLinks = (ctx: ServiceContext): boolean => ctx.config.mailFrom !== null;

/** Invitations and links that an account may have sent, in each process; more are only shown. */
const perAccount = { count: 200, windowMs: 3_600_000 };

const limiterOf = perServer(() => new RateLimiter());

/**
 * Enqueues the message, encrypted, as the token is stored nowhere else. False where nothing is sent. Call `ctx.wake()` after the
 * commit.
 */
export async function enqueueLinkMail(
  ctx: ServiceContext,
  tx: Queries,
  account: string,
  mail: LinkMail,
): Promise<boolean> {
  const now = ctx.clock.now();
  if (!sendsLinks(ctx) || limiterOf(ctx).take([[account, perAccount]], 1, now) !== null) return false;
  await enqueueJob(tx, {
    ...{ key: `link-mail:${ctx.ids.token()}`, kind: 'link-mail', account, execution: null },
    shard: shardOfAccount(account),
    payload: JSON.stringify({ sealed: ctx.secrets.encrypt(JSON.stringify(mail)) }),
    ...{ run_at: now, created_at: now },
  });
  return true;
}

const firstDelayMs = 30_000;
const maxDelayMs = 30 * 60_000;

/** At least once: after a crash between the reply of the relay and the commit it is sent again, with the same Message-ID. */
export const handleLinkMailJob: JobHandler = async (ctx, _tools, job) => {
  const { sealed } = JSON.parse(job.payload) as { sealed: string };
  const mail = JSON.parse(ctx.secrets.decrypt(sealed)) as LinkMail;
  const { mailFrom: from } = ctx.config;
  const now = ctx.clock.now();
  const finish = async () => {
    await ctx.database.write((tx) => completeJob(tx, job));
    return done;
  };
  // The link works no more, and who waits for it has been told how to get another one.
  if (mail.expiresAt <= now) return finish();
  if (from === null) return { outcome: 'dead', problem: 'MAIL_FROM is not set any more' };
  const { subject, text } = writeLinkMail(ctx, mail);
  const id = job.key.replace(':', '.');
  const reply = await sendNotice(ctx, { ...{ id, from, to: mail.to }, subject, text });
  if (reply.kind === 'delivered') return finish();
  if (reply.kind === 'refused')
    return { outcome: 'dead', problem: `The relay refused the message: ${reply.text}` };
  const at = backoff(ctx.random, { now, attempts: job.attempts, firstMs: firstDelayMs, maxMs: maxDelayMs });
  return { outcome: 'retry', at, problem: `The relay does not take the message yet: ${reply.text}` };
};

function writeLinkMail(
  ctx: ServiceContext,
  { token, expiresAt, language, invitation }: LinkMail,
): { subject: string; text: string } {
  const link = linkTo(ctx.publicUrl(), token);
  const { timeZone } = ctx.config;
  const until = new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone, timeZoneName: 'short' },
  }).format(expiresAt);
  const words = texts[language];
  const { subject, lines } =
    invitation === null
      ? words.password(until)
      : words.invitation(invitation.account, invitation.inviter, until);
  const [before, after] = lines;
  return { subject, text: `${before}\n\n${link}\n\n${after}\n` };
}

type Text = { subject: string; lines: [beforeLink: string, afterLink: string] };

/** Plain text: what people call themselves and their accounts is never markup. */
const texts: Record<
  MailLanguage,
  {
    invitation(account: string, inviter: string | null, until: string): Text;
    password(until: string): Text;
  }
> = {
  en: {
    invitation: (account, inviter, until) => ({
      subject: `Invitation to ${account}`,
      lines: [
        `${inviter ?? 'An owner'} invites you to join ${account}. Open this link to join:`,
        `It works once, until ${until}. If you did not expect this invitation, do nothing.`,
      ],
    }),
    password: (until) => ({
      subject: 'Your link to a new password',
      lines: [
        'Open this link to set a new password:',
        `It works once, until ${until}. If you did not ask for it, do nothing: your password stays as it is.`,
      ],
    }),
  },
  de: {
    invitation: (account, inviter, until) => ({
      subject: `Einladung zu ${account}`,
      lines: [
        `${inviter ?? 'Der Inhaber'} lädt Sie zu ${account} ein. Öffnen Sie diesen Link, um beizutreten:`,
        `Er gilt einmal, bis ${until}. Wenn Sie diese Einladung nicht erwartet haben, müssen Sie nichts tun.`,
      ],
    }),
    password: (until) => ({
      subject: 'Ihr Link zu einem neuen Passwort',
      lines: [
        'Öffnen Sie diesen Link, um ein neues Passwort festzulegen:',
        `Er gilt einmal, bis ${until}. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.`,
      ],
    }),
  },
};
