/** Where the executions of a flow are and go: counts for the live picture, and for the list of flows. */

import { requireFlow } from '../../flows/service.ts';
import { currentLogNumbers } from '../../platform/database/log-numbers.ts';
import { type MaintenanceTask, runWhenDue } from '../../platform/jobs/maintenance.ts';
import { pollIntervalMs } from '../../platform/poll-interval.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { deleteOldHours, keptActivityHours } from '../store/flow-activity.ts';
import {
  countTurns,
  deleteOldCounts,
  hasUncountedTurns,
  hourMs,
  keptHours,
  type PassedCount,
  passedSince,
  startsSince,
  type WaitingCount,
  waitingAt,
} from '../store/transition-counts.ts';

export type Traffic = { since: number; waiting: WaitingCount[]; passed: PassedCount[] };

/**
 * The executions at each widget now, and how often each transition was taken in the last `hours` and the one that has
 * begun; `since` is epoch milliseconds.
 * @throws Refusal when the caller has no such flow
 */
export async function fetchTraffic(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
  hours: number,
): Promise<Traffic> {
  const { read } = ctx.database;
  await requireFlow(read, caller, flow);
  const from = hourOf(ctx) - hours;
  const [waiting, passed] = await Promise.all([waitingAt(read, flow), passedSince(read, flow, from)]);
  return { since: from * hourMs, waiting, passed };
}

const shownHours = 24;

/** The starts of each flow in each of the last 24 hours, oldest first; flows without any are left out. */
export async function fetchStarts(ctx: ServiceContext, { account }: Caller): Promise<Map<string, number[]>> {
  const first = hourOf(ctx) - shownHours + 1;
  const starts = new Map<string, number[]>();
  for (const { flow, hour, passed } of await startsSince(ctx.database.replica, account, first)) {
    const hours = starts.get(flow) ?? Array.from({ length: shownHours }, () => 0);
    hours[hour - first] = passed;
    starts.set(flow, hours);
  }
  return starts;
}

function hourOf(ctx: ServiceContext): number {
  return Math.floor(ctx.clock.now() / hourMs);
}

const cleanupIntervalMs = 10 * 60_000;
/** Rows per transaction: few, so that turns do not wait long. */
const batchSize = 500;

/** Deletes counts that are no longer shown, in small transactions. */
export async function deleteExpiredCounts(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<void> {
  const before = hourOf(ctx) - keptHours;
  for (let deleted = batchSize; deleted === batchSize && !isStopping(); ) {
    deleted = await ctx.database.write((tx) => deleteOldCounts(tx, { before, limit: batchSize }));
    if (deleted === batchSize) await pause();
  }
  const beforeActivity = hourOf(ctx) - keptActivityHours;
  for (let deleted = batchSize; deleted === batchSize && !isStopping(); ) {
    deleted = await ctx.database.write((tx) => deleteOldHours(tx, beforeActivity, batchSize));
    if (deleted === batchSize) await pause();
  }
}

export const trafficCleanup: MaintenanceTask = {
  name: 'transition counts',
  intervalMs: () => cleanupIntervalMs,
  run: (ctx, pause, isStopping) =>
    runWhenDue(ctx, { name: 'transition-counts', intervalMs: cleanupIntervalMs }, () =>
      deleteExpiredCounts(ctx, pause, isStopping),
    ),
};

/** Adds the turns that are not counted yet to the counts of their transitions, in small transactions. */
export async function countNewTurns(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { read, write } = ctx.database;
  if (!(await hasUncountedTurns(read))) return;
  const countSome = async () => {
    const { settled } = await currentLogNumbers(read);
    return await write((tx) => countTurns(tx, settled));
  };
  while ((await countSome()) && !isStopping()) await pause();
}

/** Every process tries, and one at a time counts. */
export const trafficCounting: MaintenanceTask = {
  name: 'counting transitions',
  intervalMs: () => pollIntervalMs,
  run: countNewTurns,
};
