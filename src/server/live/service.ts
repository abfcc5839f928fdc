/** Listening to what happens in executions: of a flow, or one of them. First how it stands, then everything after. */

import type { CloudEvent, StreamStart } from '#api/live/events.ts';
import type { ExecutionKey, ExecutionListRow } from '../executions/service/executions.ts';
import { listExecutions } from '../executions/store/executions.ts';
import { type ExecutionDetails, fetchExecutionDetails } from '../executions/views/service.ts';
import { requireFlow } from '../flows/service.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { envelopeOf } from './envelope.ts';
import { type LiveEvent, type Progress, progressOf } from './events.ts';
import { joinFeed } from './feed.ts';
import { formatPosition, isAfter, type Position, parsePosition } from './position.ts';
import { isKept, presentPlace } from './store.ts';

export type { LiveEvent };

/** The event as it is sent. */
export function enveloped(ctx: ServiceContext, event: LiveEvent): CloudEvent {
  return envelopeOf(event, ctx.publicUrl());
}

/** `id` is what a listener names to go on behind the event. */
export type Heard = { id: string; event: LiveEvent };

/** `id` is the position of the snapshot; null when the listener keeps the one that it named. */
export type Listening<Snapshot> = {
  beginning: StreamStart;
  id: string | null;
  snapshot: Snapshot;
  /** What happens from then on, in batches; ends when `signal` aborts or when there is nothing left to hear. */
  heard(signal: AbortSignal): AsyncGenerator<Heard[]>;
  /** Must be called in the end. */
  close(): void;
};

/** How many may listen at once in an account, in each process. */
const mostListeners = 200;
/** How many active executions a snapshot lists. */
const mostListed = 100;
/** An execution is looked at this often although nobody says that it moved. */
const lookEveryMs = 5_000;

const listeners = new WeakMap<ServiceContext, Map<string, number>>();

export type FlowStanding = { rows: ExecutionListRow[]; more: boolean };

/**
 * Listens to the executions of a flow; `lastId` is the id of the last event that was heard before, or null.
 * @throws Refusal when the caller has no such flow, when `lastId` is no id of such a stream, or when too many listen
 */
export async function listenToFlow(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  lastId: string | null,
): Promise<Listening<FlowStanding>> {
  const { read } = ctx.database;
  await requireFlow(read, caller, flow);
  const named = lastId === null ? null : parsePosition(lastId);
  if (lastId !== null && named === null) throw noSuchId();
  const close = takeSeat(ctx, caller.account);
  try {
    const kept = named !== null && (await isKept(read, caller.account, named));
    // Before the rows are read, so that what happens meanwhile is heard.
    const start = kept ? named : { ...(await presentPlace(read)), sent: 0 };
    const { rows, older } = await listExecutions(
      read,
      { flow, status: 'active' },
      { size: mostListed, from: null },
    );
    return {
      beginning: named === null ? 'new' : kept ? 'resumed' : 'expired',
      id: kept ? null : formatPosition(start),
      snapshot: { rows, more: older },
      heard: (signal) => hearFlow(ctx, { account: caller.account, flow }, start, signal),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function* hearFlow(
  ctx: ServiceContext,
  { account, flow }: { account: string; flow: string },
  start: Position,
  signal: AbortSignal,
): AsyncGenerator<Heard[]> {
  const feed = await joinFeed(ctx, account);
  try {
    for (let position = start; !signal.aborted; ) {
      const changed = feed.changed();
      const { events, next } = await feed.after(position);
      const own = events.filter(({ event }) => event.flow === flow);
      if (own.length > 0) yield own.map((each) => ({ id: formatPosition(each.position), event: each.event }));
      if (isAfter(next, position)) position = next;
      else await either(changed, signal);
    }
  } finally {
    feed.leave();
  }
}

/**
 * Listens to one execution. Its ids count its steps, so they never expire; `0` is before the first.
 * @throws Refusal when the caller has no such execution, when `lastId` is no id of such a stream, or when too
 * many listen
 */
export async function listenToExecution(
  ctx: ServiceContext,
  caller: Caller,
  key: ExecutionKey,
  lastId: string | null,
): Promise<Listening<ExecutionDetails>> {
  const named = lastId === null ? null : parseProgress(lastId);
  if (lastId !== null && named === null) throw noSuchId();
  const snapshot = await fetchExecutionDetails(ctx, caller, key);
  const progress = named ?? {
    seq: snapshot.steps.at(-1)?.seq ?? 0,
    ended: snapshot.row.status === 'ended',
  };
  const close = takeSeat(ctx, caller.account);
  return {
    beginning: named === null ? 'new' : 'resumed',
    id: named === null ? formatProgress(progress) : null,
    snapshot,
    heard: (signal) => hearExecution(ctx, { account: caller.account, execution: key.sid }, progress, signal),
    close,
  };
}

async function* hearExecution(
  ctx: ServiceContext,
  key: { account: string; execution: string },
  start: Progress,
  signal: AbortSignal,
): AsyncGenerator<Heard[]> {
  // What other processes do is noticed by the feed, which notifies of the changes.
  const feed = await joinFeed(ctx, key.account);
  try {
    for (let progress = start; !signal.aborted; ) {
      const subscription = ctx.changes.subscribe(key.execution);
      try {
        const found = await progressOf(ctx.database.read, key, progress);
        if (found === null) return;
        if (found.length > 0) {
          yield found.map((each) => ({ id: formatProgress(each.progress), event: each.event }));
        }
        progress = found.at(-1)?.progress ?? progress;
        await either(subscription.changed(lookEveryMs), signal);
      } finally {
        subscription.close();
      }
    }
  } finally {
    feed.leave();
  }
}

function formatProgress({ seq, ended }: Progress): string {
  return ended ? `${seq}.ended` : String(seq);
}

function parseProgress(text: string): Progress | null {
  const [, seq, ended] = /^(\d{1,9})(\.ended)?$/.exec(text) ?? [];
  return seq === undefined ? null : { seq: Number(seq), ended: ended !== undefined };
}

function noSuchId(): Refusal {
  return new Refusal('bad-request', 'LastEventId is not the id of an event of this stream', {
    field: 'LastEventId',
  });
}

/** @throws Refusal when there is none left */
function takeSeat(ctx: ServiceContext, account: string): () => void {
  const seats = listeners.get(ctx) ?? new Map<string, number>();
  listeners.set(ctx, seats);
  const taken = seats.get(account) ?? 0;
  if (taken >= mostListeners) {
    throw new Refusal('too-many', `No more than ${mostListeners} live streams of an account may be open`);
  }
  seats.set(account, taken + 1);
  let left = false;
  return () => {
    if (left) return;
    left = true;
    const others = (seats.get(account) ?? 1) - 1;
    if (others > 0) seats.set(account, others);
    else seats.delete(account);
  };
}

/** Resolves with the first of the two. */
async function either(event: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  await Promise.race([event, promise]);
  signal.removeEventListener('abort', stop);
}
