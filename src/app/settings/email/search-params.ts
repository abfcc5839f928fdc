/** Search parameters of single email pages, which read them themselves. */

import { type EmailMetric, emailMetrics } from '#api/email/email-stats.ts';
import { mailboxProviders } from '#api/email/mailbox-providers.ts';
import type { Period } from '#api/email/parse-stats.ts';
import { inboundStatuses, outboundStatuses, periods, suppressionLists } from '#api/email/statuses.ts';

/** The chart of received emails; days as YYYY-MM-DD. Without dates it is the last thirty days. */
export type StatsSearch = {
  by?: Exclude<Period, 'day'> | undefined;
  from?: string;
  to?: string;
  view?: 'table' | undefined;
};

/** The metric of the chart, delivered where it says nothing, and one category or one mailbox provider. */
export type SentStatsSearch = StatsSearch & {
  metric?: EmailMetric | undefined;
  category?: string | undefined;
  provider?: string | undefined;
};

export function readSentStatsSearch(search: Record<string, unknown>): SentStatsSearch {
  const metric = emailMetrics.find((each) => each === search.metric);
  const { category } = search;
  const provider = mailboxProviders.find((each) => each === search.provider);
  return {
    ...readStatsSearch(search),
    ...(provider !== undefined && { provider }),
    ...(metric !== undefined && metric !== 'delivered' && { metric }),
    ...(typeof category === 'string' && category !== '' && { category: category.slice(0, 255) }),
  };
}

/** `webhook` is the one that is shown where there are several. */
export type OverviewSearch = StatsSearch & { webhook?: string | undefined };

export function readStatsSearch({ by, from, to, view }: Record<string, unknown>): StatsSearch {
  const period = periods.find((each) => each === by);
  const isRange = isDay(from) && isDay(to) && from <= to;
  return {
    ...(period !== undefined && period !== 'day' && { by: period }),
    ...(isRange && { from, to }),
    ...(view === 'table' && { view }),
  };
}

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const { webhook } = search;
  return { ...readStatsSearch(search), ...(typeof webhook === 'string' && { webhook }) };
}

function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

export const suppressionViews = [...suppressionLists, 'groups'] as const;

export type SuppressionView = (typeof suppressionViews)[number];

/** Which list is shown, bounces when it says nothing; `find` is the address that is looked for. */
export type SuppressionsSearch = { list?: Exclude<SuppressionView, 'bounces'>; find?: string };

export function readSuppressionsSearch({ list, find }: Record<string, unknown>): SuppressionsSearch {
  const view = suppressionViews.find((each) => each === list);
  return {
    ...(view !== undefined && view !== 'bounces' && { list: view }),
    ...(typeof find === 'string' && find !== '' && { find }),
  };
}

/**
 * `webhook` whose deliveries are shown, the oldest by default; `failed` leaves out successful deliveries, `to` those without an
 * event of that address.
 */
export type DeliveriesSearch = { webhook?: string; failed?: true; to?: string };

export function readDeliveriesSearch({ webhook, failed, to }: Record<string, unknown>): DeliveriesSearch {
  return {
    ...(typeof webhook === 'string' && { webhook }),
    ...(failed === true && { failed }),
    ...(typeof to === 'string' && to.trim() !== '' && { to: to.slice(0, 320) }),
  };
}

/** Filters of emails, all of which must hold: `q` is searched; days are YYYY-MM-DD, both included. */
type EmailsSearch = { q?: string | undefined; from?: string | undefined; to?: string | undefined };

function readEmailsSearch({ q, from, to }: Record<string, unknown>): EmailsSearch {
  // A number in an address was read as one.
  const text = typeof q === 'number' ? String(q) : q;
  return {
    ...(typeof text === 'string' && text.trim() !== '' && { q: text.slice(0, 300) }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

/** `template` is an id. */
export type SentEmailsSearch = EmailsSearch & {
  status?: (typeof outboundStatuses)[number] | undefined;
  template?: string | undefined;
  category?: string | undefined;
};

export function readSentEmailsSearch(search: Record<string, unknown>): SentEmailsSearch {
  const { status, template, category } = search;
  const known = outboundStatuses.find((each) => each === status);
  return {
    ...readEmailsSearch(search),
    ...(known !== undefined && { status: known }),
    ...(typeof template === 'string' && /^[\w-]{1,100}$/.test(template) && { template }),
    ...(typeof category === 'string' && category !== '' && { category: category.slice(0, 255) }),
  };
}

export type ReceivedEmailsSearch = EmailsSearch & {
  status?: (typeof inboundStatuses)[number] | undefined;
  hostname?: string | undefined;
};

export function readReceivedEmailsSearch(search: Record<string, unknown>): ReceivedEmailsSearch {
  const known = inboundStatuses.find((each) => each === search.status);
  const { hostname } = search;
  return {
    ...readEmailsSearch(search),
    ...(known !== undefined && { status: known }),
    ...(typeof hostname === 'string' && /^[\w.-]{1,253}$/.test(hostname) && { hostname }),
  };
}

/** The chart, and the status of the received emails to list; all by default. */
export type InboundSearch = StatsSearch & { mails?: (typeof inboundStatuses)[number] | undefined };

export function readInboundSearch(search: Record<string, unknown>): InboundSearch {
  const mails = inboundStatuses.find((each) => each === search.mails);
  return { ...readStatsSearch(search), ...(mails !== undefined && { mails }) };
}

/** The version that is shown, the active one by default, and the one that it is compared with; both are ids. */
export type TemplateSearch = { version?: string | undefined; compare?: string | undefined };

export function readTemplateSearch({ version, compare }: Record<string, unknown>): TemplateSearch {
  const isId = (text: unknown): text is string => typeof text === 'string' && /^[\w-]{1,100}$/.test(text);
  return { ...(isId(version) && { version }), ...(isId(compare) && { compare }) };
}
