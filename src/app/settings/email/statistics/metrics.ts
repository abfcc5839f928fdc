/** Counts of sent email by period, and what they come to: sums, the change to the period before, and CSV. */

import { type EmailMetric, type EmailMetrics, emailMetrics } from '#api/email/email-stats.ts';
import { daysBefore, daysIn } from '../inbound/stats-range.ts';

export type MetricsEntry = { date: string; metrics: EmailMetrics };

/** In the order in which they are read: from the request to what the recipient does, then what went wrong. */
export const shownMetrics = [
  ...['requests', 'processed', 'delivered', 'unique_opens', 'opens', 'unique_clicks', 'clicks'],
  ...['deferred', 'bounces', 'blocks', 'bounce_drops', 'invalid_emails', 'spam_reports'],
  ...['spam_report_drops', 'unsubscribes', 'unsubscribe_drops'],
] as const satisfies readonly EmailMetric[] as readonly EmailMetric[];

/** As many days, right before the first one. */
export function rangeBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: daysBefore(from, daysIn({ from, to })), to: daysBefore(from, 1) };
}

export function sumOf(entries: readonly MetricsEntry[]): EmailMetrics {
  const sums = emailMetrics.map((name) => [
    name,
    entries.reduce((sum, { metrics }) => sum + metrics[name], 0),
  ]);
  return Object.fromEntries(sums) as EmailMetrics;
}

/** The change as a share of what was before; null where nothing was. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

/** A line for each period, with all metrics. */
export function metricsCsv(entries: readonly MetricsEntry[]): string {
  const lines = entries.map(({ date, metrics }) => [date, ...shownMetrics.map((name) => metrics[name])]);
  return [['date', ...shownMetrics], ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
