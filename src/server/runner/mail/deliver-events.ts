/**
 * Posts to one webhook the events that wait for it, in order, under a lease. What was taken leaves the queue
 * after each post: who dies in between leaves it to the next process, which posts the same events again.
 */

import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Host } from '../../service/host.ts';
import type { EventLaneRow } from '../../store/delivery-tables.ts';
import {
  claimLane,
  clearQueue,
  findReceiver,
  readQueue,
  settleLane,
  takeFromQueue,
} from '../../store/email/deliveries.ts';
import { insertEventAttempt, type Run } from '../../store/email/deliveries-attempts.ts';
import type { EventWebhookRow } from '../../store/email-tables.ts';
import { backoff, type Tools } from '../performer.ts';
import { type EventsPosted, longestPostMs, postEvents } from './post-events.ts';

const leaseMs = longestPostMs + 20_000;
const mostEvents = 1_000;
const mostBytes = 768 * 1024;
/** So many are read at once: an event can be large. */
const readAtOnce = 250;
const firstRestMs = 1_000;
const longestRestMs = 30 * 60_000;
/** How long a receiver may be away. */
const patienceMs = 24 * 3_600_000;

/** Resolves when there is nothing more to post for now, or when `stopped` says so. */
export async function deliverEvents(
  host: Host,
  tools: Tools,
  webhook: string,
  stopped: () => boolean,
): Promise<void> {
  const now = host.clock.now();
  let lane = await host.database.write((tx) => claimLane(tx, { webhook, now, leaseUntil: now + leaseMs }));
  if (lane === undefined) return;
  let batch = await gather(host, webhook, 0);
  while (batch.texts.length > 0 && !stopped()) {
    const to = await findReceiver(host.database.read, webhook);
    if (to === undefined) return;
    if (to.enabled === 0) {
      await host.database.write((tx) => clearQueue(tx, webhook, null));
      break;
    }
    const { last, more } = batch;
    const [posted, next] = await Promise.all([
      postEvents(host, tools, to, batch.texts),
      more ? gather(host, webhook, last) : nothing,
    ]);
    lane = await (posted.problem === null ? taken : failed)(host, { lane, to, batch, posted });
    if (lane === undefined || posted.problem !== null) return;
    batch = next;
  }
  await settle(host, lane, { lease_until: 0 });
}

type Batch = {
  texts: string[];
  runs: Run[];
  kinds: Partial<Record<WebhookKind, number>>;
  last: number;
  /** There may be more beyond `last`. */
  more: boolean;
};

const nothing: Batch = { texts: [], runs: [], kinds: {}, last: 0, more: false };

/** What to post next beyond `after`. One event that is larger than a post may be goes alone. */
async function gather(host: Host, webhook: string, after: number): Promise<Batch> {
  const batch: Batch = { texts: [], runs: [], kinds: {}, last: after, more: false };
  let bytes = 2;
  for (;;) {
    const read = await readQueue(host.database.read, webhook, batch.last, readAtOnce);
    for (const { seq, kind, payload } of read) {
      bytes += Buffer.byteLength(payload) + 1;
      const isFull = batch.texts.length === mostEvents || (batch.texts.length > 0 && bytes > mostBytes);
      if (isFull) return { ...batch, more: true };
      batch.texts.push(payload);
      batch.kinds[kind] = (batch.kinds[kind] ?? 0) + 1;
      batch.last = seq;
      lengthen(batch.runs, seq);
    }
    if (read.length < readAtOnce) return batch;
  }
}

function lengthen(runs: Run[], seq: number): void {
  const [first, last] = runs.at(-1) ?? [seq, seq];
  if (last === seq - 1) runs.splice(-1, 1, [first, seq]);
  else runs.push([seq, seq]);
}

type Result = { lane: EventLaneRow; to: EventWebhookRow; batch: Batch; posted: EventsPosted };

function taken(host: Host, { lane, to, batch, posted }: Result): Promise<EventLaneRow | undefined> {
  const { webhook, lease_until: held } = lane;
  const now = host.clock.now();
  const change = { lease_until: now + leaseMs, failures: 0, failing_since: null };
  return host.database.write(async (tx) => {
    const after = await settleLane(tx, { webhook, held }, change);
    if (after === undefined) return undefined;
    await takeFromQueue(tx, webhook, batch.runs);
    await insertEventAttempt(tx, attemptOf(host, { to, batch, posted }, { next_at: null, given_up: 0 }));
    return after;
  });
}

function failed(host: Host, { lane, to, batch, posted }: Result): Promise<EventLaneRow | undefined> {
  const { webhook, lease_until: held } = lane;
  const now = host.clock.now();
  const failures = lane.failures + 1;
  const failing_since = lane.failing_since ?? now;
  const due_at = backoff(now, failures, firstRestMs, longestRestMs);
  return host.database.write(async (tx) => {
    const after = await settleLane(
      tx,
      { webhook, held },
      { lease_until: 0, failures, failing_since, due_at },
    );
    if (after === undefined) return undefined;
    const isOver = now - failing_since >= patienceMs;
    const given_up = isOver ? await clearQueue(tx, webhook, now - patienceMs) : 0;
    const fate = { next_at: given_up < batch.texts.length ? due_at : null, given_up };
    await insertEventAttempt(tx, attemptOf(host, { to, batch, posted }, fate));
    return after;
  });
}

type Fate = { next_at: number | null; given_up: number };

function attemptOf(host: Host, { to, batch, posted }: Omit<Result, 'lane'>, fate: Fate) {
  return {
    id: host.ids.sid('ED'),
    webhook: to.id,
    account: to.account,
    region: to.region,
    runs: JSON.stringify(batch.runs),
    events: batch.texts.length,
    kinds: JSON.stringify(batch.kinds),
    ...posted,
    ...fate,
    is_test: 0,
    made_at: host.clock.now(),
  };
}

function settle(host: Host, { webhook, lease_until: held }: EventLaneRow, change: Partial<EventLaneRow>) {
  return host.database.write((tx) => settleLane(tx, { webhook, held }, change));
}
