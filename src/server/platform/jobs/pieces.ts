/**
 * Work of any size as transactions that others do not have to wait for. The first one decides it, and from then on all of it is done: by
 * the request itself, and by a job where its process ends before or it takes long.
 */

import type { Queries } from '../database/database.ts';
import type { JobRow } from '../database/schema/tables.ts';
import { eventLoopTurn, measureRest } from '../event-loop-turn.ts';
import type { ServiceContext } from '../service-context.ts';
import { done, type JobHandler } from './job-handler.ts';
import { heartbeatIntervalMs, leaseMs } from './leases.ts';
import { completeJob, enqueueClaimedJob, type NewJob, renewLeases, rescheduleJob } from './queue.ts';

/** `next` is the position of the next piece, null when nothing is left; `bytes` is about how much of texts was written or deleted. */
export type Done<Position> = { next: Position | null; bytes?: number };

/**
 * Does the piece at a position, of some milliseconds. Undefined for the first one: of work that was cut off the database says where
 * that is, or what is done already is found done.
 */
export type Piece<Position> = (tx: Queries, at: Position | undefined) => Promise<Done<Position>>;

/** A request does its work itself for so long, and is answered then. */
const ownMs = 60_000;
/** A job lets others go on after so long. */
const jobMs = 5_000;

/** The embedded database writes at the commit what a transaction deletes: 3 ms for each MB, as it is overwritten. */
const maxBytes = 2_000_000;

/**
 * To be called before and after a transaction, so that others have as long as it takes. On the embedded database that has the event loop
 * until it is over, which a request that is answered meanwhile needs several times.
 */
export function restOf({ database }: ServiceContext): () => Promise<void> {
  return database.dialect === 'sqlite' ? measureRest() : () => Promise.resolve();
}

/** Where work goes on; null where it does not. */
type Rest<Position> = { at: Position | undefined } | null;

/** As many pieces as there is time for in a turn of the event loop. */
async function doPieces<P>(
  tx: Queries,
  piece: Piece<P>,
  from: P | undefined,
  isOver: () => boolean,
): Promise<Rest<P>> {
  let at = from;
  for (let bytes = 0; ; ) {
    const { next, bytes: more = 0 } = await piece(tx, at);
    if (next === null) return null;
    at = next;
    bytes += more;
    if (bytes >= maxBytes || isOver()) return { at };
  }
}

/**
 * Resolves with what `decide` gave once the work is done, or after a while in which it is not: the job then does the rest. The job
 * is stored where one transaction does not do all. When `decide` throws, nothing was done.
 */
export async function writeInPieces<T, P>(
  ctx: ServiceContext,
  job: Omit<NewJob, 'run_at' | 'execution' | 'created_at'>,
  { decide, piece, from }: { decide(tx: Queries): Promise<T>; piece: Piece<P>; from?: P },
): Promise<T> {
  const now = ctx.clock.now();
  const rest = restOf(ctx);
  const [decided, left, claimed] = await ctx.database.write(async (tx) => {
    const isOver = eventLoopTurn.stopwatch();
    const value = await decide(tx);
    const next = isOver() ? { at: from } : await doPieces(tx, piece, from, isOver);
    if (next === null) return [value, null, null];
    const row = { ...job, execution: null, created_at: now };
    return [value, next, await enqueueClaimedJob(tx, row, now + leaseMs)];
  });
  if (left === null || claimed === null) return decided;
  try {
    await rest();
    if (await goOn(ctx, claimed, { piece, from: left.at, until: now + ownMs })) return decided;
    await ctx.database.write((tx) =>
      rescheduleJob(tx, { ...claimed, run_at: ctx.clock.now(), problem: null }),
    );
    ctx.wake('jobs');
  } catch (error) {
    // It was decided: the caller may not take it for undone. The job has the rest once the lease is over.
    ctx.log.error({ err: error, job: job.key, kind: job.kind }, 'Work was left to its job');
  }
  return decided;
}

/** True once nothing is left; the job is then gone. */
async function goOn<P>(
  ctx: ServiceContext,
  job: JobRow,
  { piece, from, until }: { piece: Piece<P>; from: P | undefined; until: number },
): Promise<boolean> {
  let renewed = ctx.clock.now();
  for (let at = from; ; ) {
    const now = ctx.clock.now();
    if (now > until) return false;
    if (now - renewed > heartbeatIntervalMs) {
      await renewLeases(ctx.database, [job], now + leaseMs);
      renewed = now;
    }
    const position = at;
    const rest = restOf(ctx);
    const next = await ctx.database.write(async (tx) => {
      const left = await doPieces(tx, piece, position, eventLoopTurn.stopwatch());
      if (left === null) await completeJob(tx, job);
      return left;
    });
    if (next === null) return true;
    at = next.at;
    await rest();
  }
}

/** The handler of such jobs. `pieceOf` reads what the job is about: null where nothing of it is left. */
export function handlePieces<P>(
  pieceOf: (ctx: ServiceContext, job: JobRow) => Promise<Piece<P> | null> | Piece<P>,
): JobHandler {
  return async (ctx, _tools, job) => {
    const piece = (await pieceOf(ctx, job)) ?? (() => Promise.resolve({ next: null }));
    const now = ctx.clock.now();
    const isOver = await goOn(ctx, job, { piece, from: undefined, until: now + jobMs });
    ctx.wake();
    return isOver ? done : { outcome: 'retry', at: ctx.clock.now(), problem: 'There is more to do' };
  };
}
