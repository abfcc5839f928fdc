/**
 * Posts to one sink what it has not had yet, in order, under a lease. The position is stored after each post
 * that was taken: a process that dies in between leaves the lease to the next one, which posts the same events again (at least once).
 */

import { createHmac } from 'node:crypto';
import type { EventType } from '#api/live/events.ts';
import type { SinkRow } from '../platform/database/schema/live.ts';
import { backoff } from '../platform/jobs/backoff.ts';
import type { JobTools } from '../platform/jobs/job-handler.ts';
import { sendRequest } from '../platform/outbound/client.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { testCloudEvent, toCloudEvent } from './envelope.ts';
import { eventsAfter } from './events.ts';
import type { Position } from './position.ts';
import { leaseSink, releaseSink, updateLeasedSink } from './sink-store.ts';
import { isRetained } from './store.ts';

/** Longer than a post may take. */
const leaseMs = 30_000;
const maxBatchEvents = 100;
const maxBatchBytes = 256 * 1024;
/** So many reads without a wanted event, then what was passed over is noted. */
const maxReads = 20;
const firstBackoffMs = 1_000;
const maxBackoffMs = 300_000;
/** For so long a post is tried. */
const retryWindowMs = 24 * 3_600_000;

/**
 * Resolves when there is nothing more to post for now, or when `stopped` says so; with the time of the next attempt, in
 * epoch milliseconds, where one failed.
 */
export async function deliverToSink(
  ctx: ServiceContext,
  tools: JobTools,
  sid: string,
  stopped: () => boolean,
): Promise<number | null> {
  const now = ctx.clock.now();
  let sink = await ctx.database.write((tx) => leaseSink(tx, { sid, now, leaseUntil: now + leaseMs }));
  if (sink?.test_wanted === 1) sink = await deliverTestEvent(ctx, tools, sink);
  if (sink?.status !== 'active') return releaseLease(ctx, sink, null);
  if (sink.due_at > now) return releaseLease(ctx, sink, sink.due_at);
  if (!(await isRetained(ctx.database.read, sink.account, sink))) {
    ctx.log.warn({ sink: sid }, 'A sink resumes at the oldest retained event: it has missed some');
    sink = await saveProgress(ctx, sink, { xid: 0, serial: 0, sent: 0 });
  }
  while (sink !== undefined && !stopped()) {
    const { texts, next, more } = await nextBatch(ctx, sink);
    const problem = texts.length === 0 ? null : await postToSink(ctx, tools, sink, texts);
    if (problem !== null) {
      const failed = failedState(ctx, sink, problem);
      await saveProgress(ctx, sink, failed);
      return failed.wake_at ?? null;
    }
    const taken = texts.length > 0 && {
      attempts: 0,
      failing_since: null,
      problem: null,
      delivered_at: ctx.clock.now(),
    };
    sink = await saveProgress(ctx, sink, { ...next, ...taken });
    if (!more) return releaseLease(ctx, sink, null);
  }
  // Another process goes on where this one was stopped.
  return releaseLease(ctx, sink, ctx.clock.now());
}

/** What to post next, as JSON texts; `more` says whether to come again at once. */
async function nextBatch(
  ctx: ServiceContext,
  sink: SinkRow,
): Promise<{ texts: string[]; next: Position; more: boolean }> {
  const kinds = JSON.parse(sink.kinds) as EventType[];
  const texts: string[] = [];
  let bytes = 0;
  let next: Position = { xid: sink.xid, serial: sink.serial, sent: sink.sent };
  for (let reads = 0; reads < maxReads; reads += 1) {
    const read = await eventsAfter(ctx.database.read, sink.account, next);
    for (const { event, position } of read.events) {
      if (kinds.includes(event.kind)) {
        const text = JSON.stringify(toCloudEvent(event, ctx.publicUrl()));
        bytes += Buffer.byteLength(text) + 1;
        if (texts.length === maxBatchEvents || (texts.length > 0 && bytes > maxBatchBytes)) {
          return { texts, next, more: true };
        }
        texts.push(text);
      }
      next = position;
    }
    next = read.next;
    if (!read.more) return { texts, next, more: false };
  }
  return { texts, next, more: true };
}

function failedState(ctx: ServiceContext, sink: SinkRow, problem: string): Partial<SinkRow> {
  const now = ctx.clock.now();
  const attempts = sink.attempts + 1;
  const since = sink.failing_since ?? now;
  const isOver = now - since >= retryWindowMs;
  if (isOver) ctx.log.warn({ sink: sink.sid, attempts }, 'A sink was stopped after its retry window');
  const due_at = backoff(ctx.random, { now, attempts, firstMs: firstBackoffMs, maxMs: maxBackoffMs });
  return {
    attempts,
    problem,
    failing_since: since,
    status: isOver ? 'failed' : 'active',
    due_at,
    wake_at: isOver ? null : due_at,
    lease_until: 0,
  };
}

/** Posts one event that says it is a test. If it is accepted, a failed sink becomes active again. */
async function deliverTestEvent(
  ctx: ServiceContext,
  tools: JobTools,
  sink: SinkRow,
): Promise<SinkRow | undefined> {
  const at = ctx.clock.now();
  const envelope = testCloudEvent(sink, { id: `${sink.sid}.test.${at}`, at });
  const problem = await postToSink(ctx, tools, sink, [JSON.stringify(envelope)]);
  const result = { test_wanted: 0, tested_at: at, test_problem: problem };
  return saveProgress(ctx, sink, { ...result, ...(problem === null && healthyState(at)) });
}

/** A sink that has not failed. */
export function healthyState(now: number) {
  return { status: 'active', attempts: 0, failing_since: null, problem: null, due_at: now } as const;
}

/** Prolongs the lease too, unless `change` says otherwise. Undefined when the lease was lost. */
function saveProgress(
  ctx: ServiceContext,
  sink: SinkRow,
  change: Partial<SinkRow>,
): Promise<SinkRow | undefined> {
  const { sid, shard, lease_until: held } = sink;
  const lease_until = ctx.clock.now() + leaseMs;
  const lease = { lease_until, wake_at: lease_until };
  return ctx.database.write((tx) => updateLeasedSink(tx, { sid, shard, held }, { ...lease, ...change }));
}

/** Gives when the sink is due again: `wakeAt`, which is null where only new events make it so, or now for a test. */
async function releaseLease(
  ctx: ServiceContext,
  sink: SinkRow | undefined,
  wakeAt: number | null,
): Promise<number | null> {
  if (sink === undefined) return null;
  const { sid, shard, lease_until: held } = sink;
  return ctx.database.write((tx) => releaseSink(tx, { sid, shard, held, wakeAt, now: ctx.clock.now() }));
}

const timeoutMs = 10_000;
const maxResponseBytes = 65_536;

/**
 * Posts the events, each of them JSON text. Gives null when the receiver took them, otherwise why not: a
 * sentence that names no address. A redirect is not followed, as it would turn the post into something else.
 */
async function postToSink(
  ctx: ServiceContext,
  { agent }: JobTools,
  sink: Pick<SinkRow, 'destination' | 'secret'>,
  events: readonly string[],
): Promise<string | null> {
  const body = `[${events.join(',')}]`;
  const headers: Record<string, string> = {
    'content-type': 'application/cloudevents-batch+json; charset=utf-8',
    'user-agent': 'Patchbay',
  };
  if (sink.secret !== null) {
    const timestamp = String(Math.floor(ctx.clock.now() / 1_000));
    headers['patchbay-timestamp'] = timestamp;
    headers['patchbay-signature'] = `v1=${signatureOf(ctx.secrets.decrypt(sink.secret), timestamp, body)}`;
  }
  const outcome = await sendRequest(agent, {
    method: 'POST',
    url: sink.destination,
    headers,
    body,
    timeout_ms: timeoutMs,
    max_bytes: maxResponseBytes,
    follow: false,
  });
  if (!outcome.ok) return outcome.reason;
  const { status } = outcome.response;
  return status >= 200 && status < 300 ? null : `The receiver answered ${status}`;
}

/** HMAC-SHA256 over `timestamp.body`, hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
