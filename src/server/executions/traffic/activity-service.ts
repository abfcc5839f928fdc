/** What alerts ask about executions: activity by hour, silence, failures, and waits that are over. */

import type { Queries } from '../../platform/database/database.ts';
import type { FlowWatchRow } from '../../platform/database/schema/alerts.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import {
  activityOf,
  checkFlowsOf,
  countActiveFlows,
  dueWatches,
  endsBefore,
  failuresSince,
  keptActivityHours,
  overdueExecutions,
  setNextChecks,
  startsOf,
} from '../store/flow-activity.ts';
import { hourMs } from '../store/transition-counts.ts';

export type { FlowWatchRow };
export { checkFlowsOf, hourMs, setNextChecks };

/** How often a flow was started, by hour since 1970, in the last four weeks; hours without starts are left out. */
export async function startsByHour(
  { database, clock }: ServiceContext,
  flow: string,
): Promise<Map<number, number>> {
  const from = Math.floor(clock.now() / hourMs) - keptActivityHours + 1;
  const rows = await activityOf(database.read, flow, from);
  return new Map(rows.map(({ hour, started }) => [hour, started]));
}

/** Rows that one look at the starts of a flow reads: some tens of milliseconds. */
const maxStarts = 5_000;

/** When a flow was started, newest first, since `from`; not the older ones of a flow that has many. */
export const startTimes = (
  { database }: ServiceContext,
  flow: string,
  from: number,
  limit = maxStarts,
): Promise<number[]> => startsOf(database.replica, flow, from, limit);

export const flowsToCheck = ({ database, clock }: ServiceContext, limit: number): Promise<FlowWatchRow[]> =>
  dueWatches(database.read, clock.now(), limit);

export type FlowFailures = { flow: string; account: string; ended: number; failed: number };

/**
 * What ended and failed in the last hour, of the flows in which anything failed. The hour before counts by the part of it
 * that the last sixty minutes reach into (a sliding window over two counters).
 */
export async function failuresOfLastHour(
  { database, clock }: ServiceContext,
  limit: number,
): Promise<FlowFailures[]> {
  const now = clock.now();
  const hour = Math.floor(now / hourMs);
  const reach = 1 - (now % hourMs) / hourMs;
  const flows = new Map<string, FlowFailures>();
  for (const row of await failuresSince(database.read, hour - 1, limit)) {
    const weight = row.hour >= hour ? 1 : reach;
    const sum = flows.get(row.flow) ?? { flow: row.flow, account: row.account, ended: 0, failed: 0 };
    sum.ended += row.ended * weight;
    sum.failed += row.failed * weight;
    flows.set(row.flow, sum);
  }
  return [...flows.values()];
}

/** The share of executions that failed before the last two hours, from 0 to 1; 0 where none ended. */
export async function usualFailures({ database, clock }: ServiceContext, flow: string): Promise<number> {
  const { ended, failed } = await endsBefore(database.read, flow, Math.floor(clock.now() / hourMs) - 1);
  return ended === 0 ? 0 : failed / ended;
}

/** Executions whose wait was over before `before`, longest first, up to `limit`. */
export async function overdue(
  { database }: ServiceContext,
  before: number,
  limit: number,
): Promise<{ account: string; flow: string; due_at: number }[]> {
  const found = await database.readAcrossShards((db: Queries, shards) =>
    overdueExecutions(db, shards, { before, limit }),
  );
  return found.map((row) => ({ ...row, due_at: row.due_at ?? 0 }));
}

/** How many flows of the account were started in the last four weeks. */
export const activeFlows = ({ database, clock }: ServiceContext, account: string): Promise<number> =>
  countActiveFlows(database.read, account, clock.now() - keptActivityHours * hourMs);
