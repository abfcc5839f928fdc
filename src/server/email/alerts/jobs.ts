/** The jobs that send alerts: one at a time for the statistics of an alert, and one each time that its part of a limit is used. */

import type { AlertFrequency } from '#api/email/alerts.ts';
import { regions } from '#api/email/regions.ts';
import type { Queries } from '../../platform/database/database.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { completeJob, enqueueJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { dueAfter } from './periods.ts';
import { type AlertKey, changeAlert, type EmailAlertRow, listUntold } from './store.ts';

/** Of statistics when it is due; of a limit what was used of it. */
export type AlertJob = AlertKey & ({ due: number } | { month: string; used: number; limit: number });

const kind = 'email-alert';

const keyOf = ({ account, region, id }: AlertKey, what: string | number) =>
  `${kind}:${account}.${region}.${id}.${what}`;

/** The statistics that a job is about, and when they were due; null for a job about a limit. */
export function statisticsOfKey(key: string): (AlertKey & { due: number }) | null {
  const [, account = '', name, id, due] = /^[^:]*:([^.]*)\.([^.]*)\.(\d+)\.(\d{1,15})$/.exec(key) ?? [];
  const region = regions.find((each) => each === name);
  return region === undefined ? null : { account, region, id: Number(id), due: Number(due) };
}

/** Call `ctx.wake('jobs')` after the commit. */
async function enqueue(
  tx: Queries,
  { key, job, at, now }: { key: string; job: AlertJob; at: number; now: number },
): Promise<void> {
  await enqueueJob(tx, {
    ...{ key, kind, account: job.account, execution: null, payload: JSON.stringify(job) },
    ...{ run_at: at, created_at: now },
  });
}

/** Has statistics sent at the end of the period that goes on, in place of the job before; returns when. */
export async function schedule(
  ctx: ServiceContext,
  tx: Queries,
  { account, region, id }: AlertKey,
  frequency: AlertFrequency,
): Promise<number> {
  const now = ctx.clock.now();
  const due = dueAfter(frequency, now);
  const key = { account, region, id };
  await enqueue(tx, { key: keyOf(key, due), job: { ...key, due }, at: due, now });
  return due;
}

/** Takes back what is scheduled. */
export async function unschedule(tx: Queries, row: EmailAlertRow): Promise<void> {
  if (row.next_at === null) return;
  await completeJob(tx, { key: keyOf(row, Number(row.next_at)), shard: shardOfAccount(row.account) });
}

/** What an account has used of its limit of recipients in a month. */
export type Usage = { account: string; month: string; used: number; limit: number };

/** Has it told where as much is used as an alert says, once in a month, in the transaction that uses it. */
export async function tellUsage(ctx: ServiceContext, tx: Queries, usage: Usage): Promise<void> {
  const { account, month, used, limit } = usage;
  const now = ctx.clock.now();
  for (const { region, id, percentage } of await listUntold(tx, account, month)) {
    if (percentage === null || used * 100 < percentage * limit) continue;
    const key = { account, region, id };
    await changeAlert(tx, key, key.id, { told_month: month });
    const job = { ...key, month, used, limit };
    await enqueue(tx, { key: keyOf(key, ctx.ids.token()), job, at: now, now });
  }
}
