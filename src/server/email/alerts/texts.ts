/** What alerts of the email API say. Pure. */

import type { AlertFrequency } from '#api/email/alerts.ts';
import { type EmailMetrics, emailMetrics } from '#api/email/email-stats.ts';
import { daysBefore } from './periods.ts';

type Text = { subject: string; text: string };

const numbers = new Intl.NumberFormat('en');
const dates = (format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' });
const day = dates({ day: 'numeric', month: 'long', year: 'numeric' });

function periodText(frequency: AlertFrequency, due: number): string {
  const { first, last } = daysBefore(frequency, due);
  if (frequency === 'monthly') return dates({ month: 'long', year: 'numeric' }).format(first);
  return frequency === 'daily' ? day.format(first) : day.formatRange(first, last);
}

const nameOf = (metric: string) => `${metric.charAt(0).toUpperCase()}${metric.slice(1).replaceAll('_', ' ')}`;

/** `url` is that of the page of statistics. */
export function statisticsText(
  metrics: EmailMetrics,
  { frequency, due, url }: { frequency: AlertFrequency; due: number; url: string },
): Text {
  const lines = emailMetrics.map((name) => `${nameOf(name)}: ${numbers.format(metrics[name])}`);
  const subject = `Email statistics: ${periodText(frequency, due)}`;
  return { subject, text: `${lines.join('\n')}\n\nDays are those of UTC. More at ${url}\n` };
}

export function usageText({ used, limit, url }: { used: number; limit: number; url: string }): Text {
  const percent = Math.floor((used * 100) / limit);
  const sentence = `Email was sent to ${numbers.format(used)} of ${numbers.format(limit)} recipients of this month (UTC).`;
  const beyond = 'Recipients beyond the limit are dropped.';
  return {
    subject: `${percent} % of the email of this month is used`,
    text: `${sentence} ${beyond}\n\nMore at ${url}\n`,
  };
}
