/** Service functions of live event streams: a snapshot of a flow or execution, then every event after it. */

import type { CloudEvent, StreamStart } from '#api/live/events.ts';
import {
  type ExecutionKey,
  type ExecutionListRow,
  listExecutions,
} from '../executions/service/executions.ts';
import { type ExecutionDetails, fetchExecutionDetails } from '../executions/views/service.ts';
import { requireFlow } from '../flows/service.ts';
import { Refusal } from '../platform/errors.ts';
import { type MaintenanceTask, runWhenDue } from '../platform/jobs/maintenance.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { toCloudEvent } from './envelope.ts';
import { executionEventsAfter, type LiveEvent, type PositionedEvent, type Progress } from './events.ts';
import { subscribeToFeed } from './feed.ts';
import { formatPosition, isAfter, type Position, parsePosition } from './position.ts';
import { deleteOldTurns, endOfLog, isRetained, type LogPosition, turnsBehindEnd } from './store.ts';

export type { LiveEvent };

/** The event as it is sent. */
export function envelopeOfEvent(ctx: ServiceContext, event: LiveEvent): CloudEvent {
  return toCloudEvent(event, ctx.publicUrl());
}

/** `id` is what a listener names to go on behind the event. */
export type StreamedEvent = { id: string; event: LiveEvent };

/** `id` is the position of the snapshot; null when the listener keeps the one that it named. */
export type EventSubscription<Snapshot> = {
  beginning: StreamStart;
  id: string | null;
  snapshot: Snapshot;
  /** What happens from then on, in batches; ends when `signal` aborts or when there is nothing left to hear. */
  events(signal: AbortSignal): AsyncGenerator<StreamedEvent[]>;
  /** Must be called in the end. */
  close(): void;
};

/** How many may listen at once in an account, in each process. */
const maxStreamsPerAccount = 200;
/** How many active executions a snapshot lists. */
const maxListedExecutions = 100;
/** Poll interval for an execution, should a notification get lost. */
const pollIntervalMs = 5_000;

const openStreams = new WeakMap<ServiceContext, Map<string, number>>();

export type ActiveExecutions = { rows: ExecutionListRow[]; more: boolean };

/**
 * Listens to the executions of a flow; `lastId` is the id of the last event that was received before, or null.
 * @throws Refusal when the caller has no such flow, when `lastId` is no id of such a stream, or when too many listen
 */
export async function subscribeToFlow(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  lastId: string | null,
): Promise<EventSubscription<ActiveExecutions>> {
  const { read } = ctx.database;
  await requireFlow(read, caller, flow);
  const resumePosition = lastId === null ? null : parsePosition(lastId);
  if (lastId !== null && resumePosition === null) throw invalidLastEventId();
  const close = acquireStreamSlot(ctx, caller.account);
  try {
    const canResume = resumePosition !== null && (await isRetained(read, caller.account, resumePosition));
    // Before the rows are read, so that what happens meanwhile is delivered.
    const start = canResume ? resumePosition : { ...(await endOfLog(read)), sent: 0 };
    // From the database of the rows, which may lag behind.
    const inSnapshot = new Set(
      canResume ? [] : (await turnsBehindEnd(ctx.database.replica, caller.account, start)).map(keyOf),
    );
    const { rows, older } = await listExecutions(
      ctx,
      caller,
      flow,
      { status: 'active' },
      { size: maxListedExecutions, from: null },
    );
    return {
      beginning: resumePosition === null ? 'new' : canResume ? 'resumed' : 'expired',
      id: canResume ? null : formatPosition(start),
      snapshot: { rows, more: older },
      events: (signal) =>
        followAccount(
          ctx,
          caller.account,
          start,
          signal,
          ({ event, turn }) => event.flow === flow && !inSnapshot.has(keyOf(turn)),
        ),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

const keyOf = ({ xid, serial }: LogPosition) => `${xid}.${serial}`;

/**
 * Listens to all executions of the account, from now on. A list has its rows from another request, so a listener that
 * was disconnected reads them again instead of resuming.
 * @throws Refusal when too many listen
 */
export async function subscribeToAccount(
  ctx: ServiceContext,
  { account }: Caller,
): Promise<EventSubscription<null>> {
  const close = acquireStreamSlot(ctx, account);
  try {
    const start = { ...(await endOfLog(ctx.database.read)), sent: 0 };
    return {
      ...{ beginning: 'new', id: null, snapshot: null, close },
      events: (signal) => followAccount(ctx, account, start, signal, () => true),
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function* followAccount(
  ctx: ServiceContext,
  account: string,
  start: Position,
  signal: AbortSignal,
  isWanted: (positioned: PositionedEvent) => boolean,
): AsyncGenerator<StreamedEvent[]> {
  const feed = await subscribeToFeed(ctx, account);
  try {
    for (let position = start; !signal.aborted; ) {
      const changed = feed.nextChange();
      const { events, next } = await feed.after(position);
      const own = events.filter(isWanted);
      if (own.length > 0) yield own.map((each) => ({ id: formatPosition(each.position), event: each.event }));
      if (isAfter(next, position)) position = next;
      else await untilEventOrAbort(changed, signal);
    }
  } finally {
    feed.unsubscribe();
  }
}

/**
 * Listens to one execution. Its ids count its steps, so they do not expire; `0` is before the first. Only one that is
 * beyond its last step has: the database was restored from a backup of before that step.
 * @throws Refusal when the caller has no such execution, when `lastId` is no id of such a stream, or when too
 * many listen
 */
export async function subscribeToExecution(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
  lastId: string | null,
): Promise<EventSubscription<ExecutionDetails>> {
  const resumeProgress = lastId === null ? null : parseProgress(lastId);
  if (lastId !== null && resumeProgress === null) throw invalidLastEventId();
  const snapshot = await fetchExecutionDetails(ctx, caller, key, 0);
  const current = { seq: snapshot.last, ended: snapshot.row.status === 'ended' };
  const canResume = resumeProgress !== null && !isBeyond(resumeProgress, current);
  const progress = canResume ? resumeProgress : current;
  const close = acquireStreamSlot(ctx, caller.account);
  return {
    beginning: resumeProgress === null ? 'new' : canResume ? 'resumed' : 'expired',
    id: canResume ? null : formatProgress(progress),
    snapshot,
    events: (signal) =>
      followExecution(ctx, { account: caller.account, execution: key.sid }, progress, signal),
    close,
  };
}

async function* followExecution(
  ctx: ServiceContext,
  key: { account: string; execution: string },
  start: Progress,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent[]> {
  // What other processes do is noticed by the feed, which notifies of the changes.
  const feed = await subscribeToFeed(ctx, key.account);
  try {
    for (let progress = start; !signal.aborted; ) {
      const subscription = ctx.changes.subscribe(key.execution);
      try {
        const found = await executionEventsAfter(ctx.database.read, key, progress);
        if (found === null) return;
        if (found.length > 0) {
          yield found.map((each) => ({ id: formatProgress(each.progress), event: each.event }));
        }
        progress = found.at(-1)?.progress ?? progress;
        await untilEventOrAbort(subscription.changed(pollIntervalMs), signal);
      } finally {
        subscription.close();
      }
    }
  } finally {
    feed.unsubscribe();
  }
}

function isBeyond(one: Progress, other: Progress): boolean {
  return one.seq > other.seq || (one.ended && !other.ended);
}

function formatProgress({ seq, ended }: Progress): string {
  return ended ? `${seq}.ended` : String(seq);
}

function parseProgress(text: string): Progress | null {
  const [, seq, ended] = /^(\d{1,9})(\.ended)?$/.exec(text) ?? [];
  return seq === undefined ? null : { seq: Number(seq), ended: ended !== undefined };
}

function invalidLastEventId(): Refusal {
  return new Refusal('bad-request', 'LastEventId is not the id of an event of this stream', {
    field: 'LastEventId',
  });
}

/** @throws Refusal when there is none left */
function acquireStreamSlot(ctx: ServiceContext, account: string): () => void {
  const counts = openStreams.get(ctx) ?? new Map<string, number>();
  openStreams.set(ctx, counts);
  const open = counts.get(account) ?? 0;
  if (open >= maxStreamsPerAccount) {
    throw new Refusal(
      'too-many',
      `No more than ${maxStreamsPerAccount} live streams of an account may be open`,
    );
  }
  counts.set(account, open + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const others = (counts.get(account) ?? 1) - 1;
    if (others > 0) counts.set(account, others);
    else counts.delete(account);
  };
}

/** Resolves with the first of the two. */
async function untilEventOrAbort(event: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([event, promise]);
  signal.removeEventListener('abort', stop);
}

const intervalMs = 5 * 60_000;
/** Rows per transaction: few, so that turns do not wait long. */
const batchSize = 500;

/** Deletes turns older than the settings say, in small transactions with `pause` between them; resolves with their number. */
export async function deleteExpiredTurns(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<number> {
  const before = ctx.clock.now() - ctx.config.liveKeepHours * 3_600_000;
  let total = 0;
  for (let deleted = batchSize; deleted === batchSize && !isStopping(); total += deleted) {
    deleted = await ctx.database.write((tx) => deleteOldTurns(tx, { before, limit: batchSize }));
    if (deleted === batchSize) await pause();
  }
  return total;
}

/** One process at a time deletes them. */
export const liveCleanup: MaintenanceTask = {
  name: 'live cleanup',
  intervalMs: () => intervalMs,
  run: (ctx, pause, isStopping) =>
    runWhenDue(ctx, { name: 'live', intervalMs }, () => deleteExpiredTurns(ctx, pause, isStopping)),
};
