/** Search parameters of single email pages, which read them themselves. */

import { emailMetrics } from '#api/email/email-stats.ts';
import { mailboxProviders } from '#api/email/mailbox-providers.ts';
import { inboundStatuses, outboundStatuses, periods, suppressionLists } from '#api/email/statuses.ts';
import { day, isTrue, matching, oneOf, searchReader, text } from '../../ui/search-params.ts';

const anId = matching(/^[\w-]{1,100}$/);
const stats = { by: oneOf(periods, 'day'), from: day, to: day, view: oneOf(['table']) };

/** Days that are no range are left out. */
const withRange = <S extends { from?: string | undefined; to?: string | undefined }>(search: S): S => {
  const { from, to, ...others } = search;
  return from !== undefined && to !== undefined && from <= to ? search : (others as S);
};

const readStats = searchReader(stats);

/** The chart of received emails; days as YYYY-MM-DD. Without dates it is the last thirty days. */
export type StatsSearch = ReturnType<typeof readStats>;

const readSentStats = searchReader({
  ...stats,
  metric: oneOf(emailMetrics, 'delivered'),
  category: text(255),
  provider: oneOf(mailboxProviders),
});

/** The metric of the chart, delivered where it says nothing, and one category or one mailbox provider. */
export type SentStatsSearch = ReturnType<typeof readSentStats>;

export const readSentStatsSearch = (search: Record<string, unknown>) => withRange(readSentStats(search));

const readOverview = searchReader({ ...stats, webhook: text(64) });

/** `webhook` is the one that is shown where there are several. */
export type OverviewSearch = ReturnType<typeof readOverview>;

export const readOverviewSearch = (search: Record<string, unknown>) => withRange(readOverview(search));

const readInbound = searchReader({ ...stats, mails: oneOf(inboundStatuses) });

/** The chart, and the status of the received emails to list; all by default. */
export type InboundSearch = ReturnType<typeof readInbound>;

export const readInboundSearch = (search: Record<string, unknown>) => withRange(readInbound(search));

export const suppressionViews = [...suppressionLists, 'groups'] as const;

export type SuppressionView = (typeof suppressionViews)[number];

/** Which list is shown, bounces when it says nothing; `find` is the address that is looked for. */
export type SuppressionsSearch = ReturnType<typeof readSuppressionsSearch>;

export const readSuppressionsSearch = searchReader({
  list: oneOf(suppressionViews, 'bounces'),
  find: text(320),
});

/**
 * `webhook` whose deliveries are shown, the oldest by default; `failed` leaves out successful deliveries, `to` those without an
 * event of that address.
 */
export type DeliveriesSearch = ReturnType<typeof readDeliveriesSearch>;

export const readDeliveriesSearch = searchReader({ webhook: text(64), failed: isTrue, to: text(320) });

/** Filters of emails, all of which must hold: `q` is searched; days are YYYY-MM-DD, both included. */
const emails = { q: text(300), from: day, to: day };

/** `template` is an id. */
export type SentEmailsSearch = ReturnType<typeof readSentEmailsSearch>;

export const readSentEmailsSearch = searchReader({
  ...emails,
  status: oneOf(outboundStatuses),
  template: anId,
  category: text(255),
});

export type ReceivedEmailsSearch = ReturnType<typeof readReceivedEmailsSearch>;

export const readReceivedEmailsSearch = searchReader({
  ...emails,
  status: oneOf(inboundStatuses),
  hostname: matching(/^[\w.-]{1,253}$/),
});

/** The version that is shown, the active one by default, and the one that it is compared with; both are ids. */
export type TemplateSearch = ReturnType<typeof readTemplateSearch>;

export const readTemplateSearch = searchReader({ version: anId, compare: anId });
