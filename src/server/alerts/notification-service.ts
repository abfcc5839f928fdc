/** Tells the targets of a rule what has become of an alert: a job for each, with retries. */

import { reasonNotToAct } from '../accounts/acting-later-service.ts';
import { sendNotice } from '../email/sending/notice-service.ts';
import { createExecution } from '../executions/service/executions.ts';
import type { Queries } from '../platform/database/database.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { Refusal } from '../platform/errors.ts';
import { done, type JobHandler, type JobResult, type JobTools } from '../platform/jobs/job-handler.ts';
import { completeJob, enqueueJob } from '../platform/jobs/queue.ts';
import { backoff } from '../platform/jobs/retry-backoff.ts';
import { post, postProblem } from '../platform/outbound/post.ts';
import { signatureHeaders } from '../platform/outbound/signature.ts';
import { perServer } from '../platform/per-server.ts';
import { RateLimiter } from '../platform/rate-limiter.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { type Facts, noFacts } from './findings-service.ts';
import type { Rule } from './rules.ts';
import { type AlertRow, listRules } from './store.ts';
import { openTargets, permissionsToTell, type Target } from './target.ts';
import { type News, testTextOf, textOf } from './texts.ts';

export type { News };

/** What one job tells one target; a test is about no alert. */
type Message = Pick<AlertRow, 'account' | 'subject' | 'opened_at'> & {
  sid: string | null;
  kind: AlertRow['kind'] | null;
  news: News | 'test';
  at: number;
  facts: Facts;
  target: Target;
};

/** Enqueues a job for each target, encrypted. Call `ctx.wake('jobs')` after the commit. */
export async function tellTargets(
  ctx: ServiceContext,
  tx: Queries,
  alert: AlertRow,
  news: News,
  rule: Rule,
): Promise<void> {
  const { sid, account, kind, subject, opened_at } = alert;
  const now = ctx.clock.now();
  const startsFlows = !(await isTargetFlow(ctx, tx, alert));
  const targets = openTargets(ctx, rule.targets).filter((each) => each.kind !== 'flow' || startsFlows);
  for (const [index, target] of targets.entries()) {
    const facts = JSON.parse(alert.facts) as Facts;
    const message: Message = { sid, account, kind, subject, opened_at, news, at: now, facts, target };
    await enqueueJob(tx, {
      ...{ key: `alert:${sid}:${news}:${alert.told}:${index}`, kind: 'alert', account, execution: null },
      shard: shardOfAccount(account),
      payload: JSON.stringify({ sealed: ctx.secrets.encrypt(JSON.stringify(message)) }),
      ...{ run_at: now, created_at: now },
    });
  }
}

/**
 * Tells targets that alerts reach them, by a job for each; returns how many.
 * @throws Refusal (conflict) when there is no target, or there was a test within the minute
 */
export async function testTargets(
  ctx: ServiceContext,
  { account }: Caller,
  targets: readonly Target[],
): Promise<number> {
  if (targets.length === 0) throw new Refusal('conflict', 'The rule has no targets');
  const now = ctx.clock.now();
  if (testLimiterOf(ctx).take([[account, testLimit]], 1, now) !== null)
    throw new Refusal('conflict', 'A test was sent within this minute');
  const sid = ctx.ids.sid('AL');
  await ctx.database.write(async (tx) => {
    for (const [index, target] of targets.entries()) {
      const message: Message = {
        ...{ sid: null, account, kind: null, subject: '', opened_at: null, news: 'test', at: now },
        ...{ facts: noFacts, target },
      };
      await enqueueJob(tx, {
        ...{ key: `alert-test:${sid}:${index}`, kind: 'alert', account, execution: null },
        payload: JSON.stringify({ sealed: ctx.secrets.encrypt(JSON.stringify(message)) }),
        ...{ run_at: now, created_at: now },
      });
    }
  });
  ctx.wake('jobs');
  return targets.length;
}

/** An alert about a flow that alerts start, starts no flow: two of them could go on starting each other. */
async function isTargetFlow(
  ctx: ServiceContext,
  tx: Queries,
  { account, subject }: AlertRow,
): Promise<boolean> {
  if (!subject.startsWith('FW')) return false;
  const rules = await listRules(tx, [account]);
  return rules.some(({ targets }) =>
    openTargets(ctx, targets).some((target) => target.kind === 'flow' && target.flow === subject),
  );
}

/** In one process. */
const testLimit = { count: 1, windowMs: 60_000 };
const testLimiterOf = perServer(() => new RateLimiter<typeof testLimit>());

const firstDelayMs = 15_000;
const maxDelayMs = 10 * 60_000;
/** About an hour. */
const maxAttempts = 10;
const timeoutMs = 10_000;

/** At least once; a message to an address has the same Message-ID each time, a post the same `id`. */
export const handleAlertJob: JobHandler = async (ctx, tools, job) => {
  const { sealed } = JSON.parse(job.payload) as { sealed: string };
  const message = JSON.parse(ctx.secrets.decrypt(sealed)) as Message;
  const result = await deliver(ctx, tools, message, job.key.replaceAll(':', '.'));
  if (result === null) {
    await ctx.database.write((tx) => completeJob(tx, job));
    return done;
  }
  const { problem, isFinal } = result;
  const isTest = message.news === 'test';
  if (isFinal || isTest || job.attempts >= maxAttempts)
    return { outcome: 'dead', problem } satisfies JobResult;
  const attempt = { now: ctx.clock.now(), attempts: job.attempts };
  return {
    outcome: 'retry',
    at: backoff(ctx.random, { ...attempt, firstMs: firstDelayMs, maxMs: maxDelayMs }),
    problem,
  };
};

type Failure = { problem: string; isFinal: boolean };

/** Null when it was delivered. */
async function deliver(
  ctx: ServiceContext,
  tools: JobTools,
  message: Message,
  id: string,
): Promise<Failure | null> {
  const { account, target } = message;
  const who = { account, acts_for: target.acts_for ?? null };
  const reason = await reasonNotToAct(ctx, who, permissionsToTell(target));
  if (reason !== null) return { problem: reason, isFinal: true };
  if (target.kind === 'email') return sendEmail(ctx, message, target, id);
  if (target.kind === 'webhook') return postWebhook(ctx, tools, message, target, id);
  return startFlow(ctx, message, target);
}

function say(ctx: ServiceContext, { kind, news, facts, target }: Message) {
  const url = `${ctx.publicUrl()}/alerts`;
  if (news === 'test' || kind === null) return testTextOf({ language: target.language, url });
  return textOf({ kind, news, facts }, { language: target.language, timeZone: ctx.config.timeZone, url });
}

async function sendEmail(
  ctx: ServiceContext,
  message: Message,
  { to }: Target & { kind: 'email' },
  id: string,
): Promise<Failure | null> {
  const { mailFrom: from } = ctx.config;
  if (from === null) return { problem: 'MAIL_FROM is not set', isFinal: true };
  const reply = await sendNotice(ctx, { id, from, to, ...say(ctx, message) });
  if (reply.kind === 'delivered') return null;
  if (reply.kind === 'refused')
    return { problem: `The relay refused the message: ${reply.text}`, isFinal: true };
  return { problem: `The relay does not take the message yet: ${reply.text}`, isFinal: false };
}

/** JSON with `text`, as chat services take it, and the alert for programs; signed as event sinks are. */
async function postWebhook(
  ctx: ServiceContext,
  { agent }: JobTools,
  message: Message,
  { to: url, secret }: Target & { kind: 'webhook' },
  id: string,
): Promise<Failure | null> {
  const { subject, text } = say(ctx, message);
  const body = Buffer.from(
    JSON.stringify({ text: `${subject}\n${text}`.trim(), id, ...fieldsOf(message), facts: message.facts }),
  );
  const headers = {
    'content-type': 'application/json',
    ...signatureHeaders(secret, body, ctx.clock.now()),
  };
  const problem = postProblem(await post(agent, { url, headers, body, timeout_ms: timeoutMs }));
  return problem === null ? null : { problem, isFinal: false };
}

function fieldsOf({ sid, account, kind, subject, opened_at, news, at, facts }: Message) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    ...{ alert_sid: sid, account_sid: account, kind, event: news, subject, name: facts.name },
    ...{ date_opened: iso(opened_at), date: iso(at) },
  };
}

async function startFlow(
  ctx: ServiceContext,
  message: Message,
  { flow, to, from }: Target & { kind: 'flow' },
): Promise<Failure | null> {
  const { subject: title, text } = say(ctx, message);
  const caller: Caller = { account: message.account, user: null, role: 'owner' };
  const parameters = { ...fieldsOf(message), title, text };
  try {
    await createExecution(ctx, caller, { flow, to, from, parameters });
    return null;
  } catch (error) {
    // One that is still active with that number is tried again, as is a start that is one too many.
    if (!(error instanceof Refusal)) throw error;
    return { problem: `The flow was not started: ${error.message}`, isFinal: error.kind === 'not-found' };
  }
}
