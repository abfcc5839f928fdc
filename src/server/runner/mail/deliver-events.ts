/**
 * Posts to one webhook the events that wait for it, in order, under a lease. What was taken leaves the queue
 * soon after: who dies in between leaves it to the next process, which posts the same events again.
 */

import type { Host } from '../../service/host.ts';
import type { Queries } from '../../store/database.ts';
import type { EventLaneRow } from '../../store/delivery-tables.ts';
import {
  claimLane,
  clearQueue,
  findReceiver,
  settleLane,
  takeFromQueue,
} from '../../store/email/deliveries.ts';
import { insertEventAttempt } from '../../store/email/deliveries-attempts.ts';
import type { EventWebhookRow } from '../../store/email-tables.ts';
import { backoff, type Tools } from '../performer.ts';
import { type Batch, gather, nothing } from './event-batch.ts';
import { type EventsPosted, longestPostMs, postEvents } from './post-events.ts';

/** So many posts that were taken are noted in one commit, or all those of this time: a commit costs more than a post. */
const mostNoted = 16;
const longestUnnotedMs = 1_000;
const leaseMs = longestPostMs + longestUnnotedMs + 15_000;
const firstRestMs = 1_000;
const longestRestMs = 30 * 60_000;
/** How long a receiver may be away. */
const patienceMs = 24 * 3_600_000;

/** A post that was made, whatever became of it. */
type Made = {
  to: EventWebhookRow;
  batch: Omit<Batch, 'body'>;
  posted: EventsPosted;
  at: number;
};

/** Resolves when there is nothing more to post for now, or when `stopped` says so. */
export async function deliverEvents(
  host: Host,
  tools: Tools,
  webhook: string,
  stopped: () => boolean,
): Promise<void> {
  const now = host.clock.now();
  const leaseUntil = now + leaseMs;
  let lane = await host.database.write((tx) => claimLane(tx, { webhook, now, leaseUntil }));
  if (lane === undefined) return;
  let batch = await gather(host, webhook, 0);
  let taken: Made[] = [];
  while (batch.events > 0 && !stopped()) {
    const to = await findReceiver(host.database.read, webhook);
    if (to === undefined) return;
    if (to.enabled === 0) {
      await host.database.write((tx) => clearQueue(tx, webhook, null));
      break;
    }
    const { body, ...rest } = batch;
    const begun = host.clock.now();
    const noted = isTimeToNote(taken, begun) ? taken : [];
    if (noted.length > 0) taken = [];
    // While the receiver reads, what came before is noted and what comes next is read.
    const [posted, after, next]: [EventsPosted, EventLaneRow | undefined, Batch] = await Promise.all([
      postEvents(host, tools, to, body),
      noted.length > 0 ? noteTaken(host, lane, noted, begun + leaseMs) : lane,
      rest.more ? gather(host, webhook, rest.last) : nothing,
    ]);
    if (after === undefined) return;
    lane = after;
    const made = { to, batch: rest, posted, at: host.clock.now() };
    if (posted.problem !== null) return noteFailure(host, lane, taken, made);
    taken.push(made);
    batch = next;
  }
  await noteTaken(host, lane, taken, 0);
}

function isTimeToNote(taken: readonly Made[], now: number): boolean {
  return taken.length >= mostNoted || now - (taken[0]?.at ?? now) >= longestUnnotedMs;
}

/** Undefined when the lease was lost: somebody else posts the same events again. */
function noteTaken(
  host: Host,
  lane: EventLaneRow,
  taken: readonly Made[],
  lease_until: number,
): Promise<EventLaneRow | undefined> {
  const { webhook, lease_until: held } = lane;
  const works = { failures: 0, failing_since: null };
  const change = { lease_until, ...(taken.length > 0 && works) };
  return host.database.write(async (tx) => {
    const after = await settleLane(tx, { webhook, held }, change);
    if (after !== undefined) await putTaken(host, tx, taken);
    return after;
  });
}

async function putTaken(host: Host, tx: Queries, taken: readonly Made[]): Promise<void> {
  for (const made of taken) {
    await takeFromQueue(tx, made.to.id, made.batch.runs);
    await insertEventAttempt(tx, attemptOf(host, made, { next_at: null, given_up: 0 }));
  }
}

async function noteFailure(
  host: Host,
  lane: EventLaneRow,
  taken: readonly Made[],
  made: Made,
): Promise<void> {
  const { webhook, lease_until: held } = lane;
  const before = taken.length > 0 ? { failures: 0, failing_since: null } : lane;
  const failures = before.failures + 1;
  const failing_since = before.failing_since ?? made.at;
  const due_at = backoff(made.at, failures, firstRestMs, longestRestMs);
  await host.database.write(async (tx) => {
    const change = { lease_until: 0, failures, failing_since, due_at };
    if ((await settleLane(tx, { webhook, held }, change)) === undefined) return;
    await putTaken(host, tx, taken);
    const isOver = made.at - failing_since >= patienceMs;
    const given_up = isOver ? await clearQueue(tx, webhook, made.at - patienceMs) : 0;
    const next_at = given_up < made.batch.events ? due_at : null;
    await insertEventAttempt(tx, attemptOf(host, made, { next_at, given_up }));
  });
}

type Fate = { next_at: number | null; given_up: number };

function attemptOf(host: Host, { to, batch, posted, at }: Made, fate: Fate) {
  return {
    id: host.ids.sid('ED'),
    webhook: to.id,
    account: to.account,
    region: to.region,
    runs: JSON.stringify(batch.runs),
    events: batch.events,
    kinds: JSON.stringify(batch.kinds),
    ...posted,
    ...fate,
    is_test: 0,
    made_at: at,
  };
}
