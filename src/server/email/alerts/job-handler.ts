/** Job handler: sends an alert as a notice of the installation, at least once, and schedules the next statistics. */

import { reasonNotToAct } from '../../accounts/acting-later-service.ts';
import { notClosed } from '../../accounts/service.ts';
import type { Queries } from '../../platform/database/database.ts';
import { done, type JobHandler, type JobSubject } from '../../platform/jobs/job-handler.ts';
import { completeJob } from '../../platform/jobs/queue.ts';
import { backoff } from '../../platform/jobs/retry-backoff.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { sendNotice } from '../sending/notice-service.ts';
import { fetchEmailStats } from '../statistics/sent-service.ts';
import { dayOf } from '../statistics/service.ts';
import { type AlertJob, schedule, statisticsOfKey } from './jobs.ts';
import { daysBefore, periods } from './periods.ts';
import { permissionsToTell } from './service.ts';
import { changeAlert, type EmailAlertRow, findAlert } from './store.ts';
import { statisticsText, usageText } from './texts.ts';

const firstDelayMs = 60_000;
const maxDelayMs = 3_600_000;
/** About half a day. */
const maxAttempts = 16;

export const handleEmailAlertJob: JobHandler = async (ctx, _tools, job) => {
  const alert = JSON.parse(job.payload) as AlertJob;
  const row = await findAlert(ctx.database.read, alert, alert.id);
  if (row === undefined) {
    await ctx.database.write((tx) => completeJob(tx, job));
    return done;
  }
  // One that is closed may be opened again, and is told nothing until then.
  const isOpen = (await notClosed(ctx, [alert.account])).has(alert.account);
  const problem = isOpen ? await send(ctx, row, alert, job.key.replaceAll(':', '.')) : null;
  if (problem === null) {
    await ctx.database.write(async (tx) => {
      if (await completeJob(tx, job)) await scheduleNext(ctx, tx, alert);
    });
    ctx.wake('jobs');
    return done;
  }
  if (problem.isFinal || job.attempts >= maxAttempts) return { outcome: 'dead', problem: problem.text };
  const attempt = { now: ctx.clock.now(), attempts: job.attempts };
  const at = backoff(ctx.random, { ...attempt, firstMs: firstDelayMs, maxMs: maxDelayMs });
  return { outcome: 'retry', at, problem: problem.text };
};

/** The next statistics are sent at their time, whatever has become of these. */
export const alertOfJob: JobSubject = async (ctx, tx, { key }, change) => {
  const statistics = statisticsOfKey(key);
  if (change === 'failed' && statistics !== null) await scheduleNext(ctx, tx, statistics);
};

/** Unless that was done, or the alert is gone or was changed. */
async function scheduleNext(ctx: ServiceContext, tx: Queries, alert: AlertJob): Promise<void> {
  if (!('due' in alert)) return;
  const row = await findAlert(tx, alert, alert.id);
  if (row?.frequency == null || Number(row.next_at) !== alert.due) return;
  await changeAlert(tx, row, row.id, { next_at: await schedule(ctx, tx, row, row.frequency) });
}

type Problem = { text: string; isFinal: boolean };

/** Null once the relay has it. */
async function send(
  ctx: ServiceContext,
  row: EmailAlertRow,
  alert: AlertJob,
  id: string,
): Promise<Problem | null> {
  const { mailFrom: from } = ctx.config;
  if (from === null) return { text: 'MAIL_FROM is not set', isFinal: true };
  const reason = await reasonNotToAct(ctx, row, permissionsToTell);
  if (reason !== null) return { text: reason, isFinal: true };
  const said = await say(ctx, row, alert);
  const reply = await sendNotice(ctx, { id, from, to: row.email_to, ...said });
  if (reply.kind === 'delivered') return null;
  if (reply.kind === 'refused')
    return { text: `The relay refused the message: ${reply.text}`, isFinal: true };
  return { text: `The relay does not take the message yet: ${reply.text}`, isFinal: false };
}

async function say(ctx: ServiceContext, row: EmailAlertRow, alert: AlertJob) {
  const url = `${ctx.publicUrl()}/email/statistics`;
  if (!('due' in alert)) return usageText({ ...alert, url });
  const { due } = alert;
  const frequency = row.frequency ?? 'daily';
  const { first, last } = daysBefore(frequency, due);
  const days = { start_date: dayOf(first), end_date: dayOf(last), aggregated_by: periods[frequency] };
  const [entry] = await fetchEmailStats(ctx, row, days);
  const metrics = entry?.stats[0]?.metrics;
  if (metrics === undefined) throw new Error(`There is no period ${days.start_date}`);
  return statisticsText(metrics, { frequency, due, url });
}
