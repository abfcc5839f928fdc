/** Delivery to event sinks: each has a position in the turn log of its account, from which its events are read. */

import { auditEventType, permissionsToSend, type SinkEventType } from '#api/live/events.ts';
import { reasonNotToAct } from '../accounts/acting-later-service.ts';
import { recordOf } from '../platform/audit/chain.ts';
import { eventsBehind, findChain } from '../platform/audit/event-store.ts';
import { currentHead } from '../platform/audit/heads.ts';
import type { SinkRow } from '../platform/database/schema/live.ts';
import type { JobTools } from '../platform/jobs/job-handler.ts';
import { type PostOutcome, post, postProblem } from '../platform/outbound/post.ts';
import { signatureHeaders } from '../platform/outbound/signature.ts';
import {
  deliverQueue,
  type NextBatch,
  type Progress,
  type WebhookQueue,
} from '../platform/outbound/webhook-delivery.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { auditCloudEvent, auditHeadCloudEvent, testCloudEvent, toCloudEvent } from './envelope.ts';
import { eventsAfter } from './events.ts';
import type { Position } from './position.ts';
import { leaseSink, updateLeasedSink } from './sink-store.ts';
import { isRetained } from './store.ts';

const timeoutMs = 10_000;
/** Longer than a post may take. */
const leaseMs = 30_000;
const maxBatchEvents = 100;
const maxBatchBytes = 256 * 1024;
/** So many reads without a wanted event, then what was passed over is noted. */
const maxReads = 20;

/** Gives when the sink is due again: null where only new events make it so. */
export async function deliverToSink(
  ctx: ServiceContext,
  tools: JobTools,
  sid: string,
  stopped: () => boolean,
): Promise<number | null> {
  const now = ctx.clock.now();
  let sink = await ctx.database.write((tx) => leaseSink(tx, { sid, now, leaseUntil: now + leaseMs }));
  if (sink?.test_wanted === 1) sink = await deliverTestEvent(ctx, tools, sink);
  if (sink !== undefined && (sink.status !== 'active' || sink.due_at > now)) {
    const wakeAt = sink.status === 'active' ? sink.due_at : null;
    sink = await saveSink(ctx, sink, { lease_until: 0, wake_at: wakeAt });
    return sink?.wake_at ?? null;
  }
  if (sink !== undefined && !(await isRetained(ctx.database.read, sink.account, sink))) {
    ctx.log.warn({ sink: sid }, 'A sink resumes at the oldest retained event: it has missed some');
    sink = await saveSink(ctx, sink, { xid: 0, serial: 0, sent: 0 });
  }
  if (sink === undefined) return null;
  return (await deliverQueue(ctx, sinkQueue(ctx, tools), sink, stopped))?.wake_at ?? null;
}

/** How far a sink has come in the log of turns, and in the audit log. */
type SinkPosition = Position & Pick<SinkRow, 'audit_sequence'>;

function sinkQueue(ctx: ServiceContext, tools: JobTools): WebhookQueue<SinkRow, SinkPosition, SinkOutcome> {
  return {
    leaseMs,
    batchesPerCommit: 1,
    retry: { firstMs: 1_000, maxMs: 300_000, windowMs: 24 * 3_600_000 },
    failuresOf: ({ attempts, failing_since }) => ({ failures: attempts, failing_since }),
    read: (sink, after) => nextBatch(ctx, sink, after ?? sink),
    post: (sink, body) => postToSink(ctx, tools, sink, body),
    save: (sink, progress) => saveSink(ctx, sink, changeOf(ctx, sink, progress)),
  };
}

function changeOf(
  ctx: ServiceContext,
  { sid }: SinkRow,
  { lease_until, accepted, last, failure, isStopped }: Progress<SinkPosition, SinkOutcome>,
): Partial<SinkRow> {
  const now = ctx.clock.now();
  const taken = accepted.length > 0 && {
    ...{ attempts: 0, failing_since: null, problem: null, delivered_at: now },
  };
  // Where it was stopped, another process goes on.
  const endedAt = isStopped ? now : null;
  const wake_at = lease_until === 0 ? endedAt : lease_until;
  const change = { lease_until, wake_at, ...last, ...taken };
  if (failure === null) return change;
  const { failures: attempts, failing_since, due_at, isOver, result } = failure;
  const failed = { ...change, attempts, failing_since, due_at, problem: result.problem };
  if (!isOver) return { ...failed, wake_at: due_at };
  ctx.log.warn({ sink: sid, attempts }, 'A sink was stopped after its retry window');
  return { ...failed, status: 'failed' };
}

/** What to post next; what is not wanted is passed over. */
async function nextBatch(
  ctx: ServiceContext,
  sink: SinkRow,
  { xid, serial, sent, audit_sequence }: SinkPosition,
): Promise<NextBatch<SinkPosition>> {
  const kinds = JSON.parse(sink.kinds) as SinkEventType[];
  const texts: string[] = [];
  let bytes = 0;
  let next: SinkPosition = { xid, serial, sent, audit_sequence };
  const batch = (more: boolean) => ({
    ...{ batch: next, more },
    body: texts.length === 0 ? null : Buffer.from(`[${texts.join(',')}]`),
  });
  /** False when the batch is full without it. */
  const add = (event: object): boolean => {
    const text = JSON.stringify(event);
    bytes += Buffer.byteLength(text) + 1;
    if (texts.length === maxBatchEvents || (texts.length > 0 && bytes > maxBatchBytes)) return false;
    texts.push(text);
    return true;
  };
  if (kinds.includes(auditEventType)) {
    const { read } = ctx.database;
    const end = (await findChain(read, sink.account))?.sequence ?? 0;
    const rows = await eventsBehind(read, sink.account, audit_sequence, maxBatchEvents - 1, end);
    const isLast = rows.length < maxBatchEvents - 1;
    const head = isLast && rows.length > 0 ? await currentHead(ctx, sink.account) : null;
    if (head !== null) add(auditHeadCloudEvent(head));
    for (const row of rows) {
      if (!add(auditCloudEvent(recordOf(row)))) return batch(true);
      next = { ...next, audit_sequence: row.sequence ?? next.audit_sequence };
    }
    if (!isLast) return batch(true);
    // The numbers behind these events may have been removed.
    next = { ...next, audit_sequence: Math.max(audit_sequence, end) };
  }
  for (let reads = 0; reads < maxReads; reads += 1) {
    const read = await eventsAfter(ctx.database.read, sink.account, next);
    for (const { event, position } of read.events) {
      if (kinds.includes(event.kind)) {
        if (!add(toCloudEvent(event, ctx.publicUrl()))) return batch(true);
      }
      next = { ...next, ...position };
    }
    next = { ...next, ...read.next };
    if (!read.more) return batch(false);
  }
  return batch(true);
}

/** Posts one event that says it is a test. If it is accepted, a failed sink becomes active again. */
async function deliverTestEvent(
  ctx: ServiceContext,
  tools: JobTools,
  sink: SinkRow,
): Promise<SinkRow | undefined> {
  const at = ctx.clock.now();
  const envelope = testCloudEvent(sink, { id: `${sink.sid}.test.${at}`, at });
  const { problem } = await postToSink(ctx, tools, sink, Buffer.from(JSON.stringify([envelope])));
  const result = { test_wanted: 0, tested_at: at, test_problem: problem };
  return saveSink(ctx, sink, { ...result, ...(problem === null && healthyState(at)) });
}

/** A sink that has not failed. */
export function healthyState(now: number) {
  return { status: 'active', attempts: 0, failing_since: null, problem: null, due_at: now } as const;
}

/** Prolongs the lease too, unless `change` says otherwise. Undefined when the lease was lost. */
function saveSink(
  ctx: ServiceContext,
  { sid, shard, lease_until: held }: SinkRow,
  change: Partial<SinkRow>,
): Promise<SinkRow | undefined> {
  const now = ctx.clock.now();
  const lease = { lease_until: now + leaseMs, wake_at: now + leaseMs };
  return ctx.database.write((tx) => updateLeasedSink(tx, { sid, shard, held, now }, { ...lease, ...change }));
}

type SinkOutcome = Pick<PostOutcome, 'problem'>;

/** Posts a JSON array of events. A redirect is not followed, as it would turn the post into something else. */
async function postToSink(
  ctx: ServiceContext,
  { agent }: JobTools,
  sink: SinkRow,
  body: Uint8Array,
): Promise<SinkOutcome> {
  const { destination: url, secret } = sink;
  const problem = await reasonNotToAct(
    ctx,
    sink,
    permissionsToSend(JSON.parse(sink.kinds) as SinkEventType[]),
  );
  if (problem !== null) return { problem };
  let key: string | null;
  try {
    key = secret === null ? null : ctx.secrets.decrypt(secret);
  } catch {
    return { problem: 'The secret of the sink cannot be read with the present SECRET_KEY' };
  }
  const headers = {
    'content-type': 'application/cloudevents-batch+json; charset=utf-8',
    ...signatureHeaders(key, body, ctx.clock.now()),
  };
  return { problem: postProblem(await post(agent, { url, headers, body, timeout_ms: timeoutMs })) };
}
