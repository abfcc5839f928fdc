/** Rows: alerts, their rules, and what flows are judged by. Conventions as in `tables.ts`. */

import type { AlertKind } from '#api/alerts/kinds.ts';

/**
 * What executions of a flow did in an hour (whole hours since 1970), as far as the turn log is counted: how many were
 * started, how many ended, and how many of those had met an error.
 */
export type FlowHourRow = {
  flow: string;
  hour: number;
  account: string;
  started: number;
  ended: number;
  failed: number;
};

/** When a flow last started, and when it has to be looked at again: at the earliest time at which it could be too silent. */
export type FlowWatchRow = { flow: string; account: string; last_start_at: number; check_at: number };

/**
 * What an account has set for a kind of alert, or for one flow (`flow` is '' for all). The kind `every` holds where alerts go
 * that have no targets of their own. Null is what applies without the row.
 */
export type AlertRuleRow = {
  account: string;
  kind: AlertKind | 'every';
  flow: string;
  is_enabled: number;
  threshold: number | null;
  /** JSON array of targets, encrypted: addresses of webhooks are often secrets. */
  targets: string | null;
  /** 0 is never again. */
  repeat_minutes: number | null;
  tells_end: number | null;
  updated_at: number;
};

/** What is not well, or was not. An account has one active row for a kind and subject: a flow, a webhook, or '' for all. */
export type AlertRow = {
  sid: string;
  account: string;
  kind: AlertKind;
  subject: string;
  /** JSON: the figures, and the name of the subject. No data of contacts. */
  facts: string;
  /** In how many evaluations in a row it was found so far, and in how many it no longer was. */
  found: number;
  missed: number;
  /** When it was found first, when it opened (null before the second evaluation), and when it ended. */
  began_at: number;
  opened_at: number | null;
  ended_at: number | null;
  acknowledged_at: number | null;
  /** The name of who did. */
  acknowledged_by: string | null;
  /** `untilWell` is until it ends; null when it is not silenced. */
  silenced_until: number | null;
  /** When its targets were last told, and how often. */
  told_at: number | null;
  told: number;
};

/** Later than any time: silenced until it has been well once. */
export const untilWell = 9_000_000_000_000_000;

export type AlertTables = {
  flow_hours: FlowHourRow;
  flow_watches: FlowWatchRow;
  alert_rules: AlertRuleRow;
  alerts: AlertRow;
};
