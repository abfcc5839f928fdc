/** The kinds of alerts and rules, with their bounds. Apart from the schemas: the page has them without a schema library. */

/**
 * `no-starts`: a flow has not been started for a multiple of its usual gap; `failures`: executions of a flow fail for a multiple
 * of its usual share; `overdue`: executions are past the end of their wait; `webhook-failing`: an event sink or event webhook;
 * `domain-records`: a record of a sending domain, link domain or host name is gone; `dead-jobs`: failed jobs; in the account of the installation `disk`: the disk of the embedded database,
 * `certificate`: that of inbound email ends soon, `clock`: that of the server differs from the one of the database.
 */
export const alertKinds = [
  'no-starts',
  'failures',
  'overdue',
  'webhook-failing',
  'domain-records',
  'dead-jobs',
  'disk',
  'certificate',
  'clock',
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** What a rule may be set for: a kind of alert, or where alerts go of rules that have no targets of their own. */
export const ruleKinds = ['every', ...alertKinds] as const;

export type RuleKind = (typeof ruleKinds)[number];

/** Those that may be set for one flow. */
export const kindsOfFlows: readonly RuleKind[] = ['no-starts', 'failures', 'overdue'];

/** Those about the server itself, which only the account of the installation has, where there is what they are about. */
export const kindsOfServer: readonly RuleKind[] = ['disk', 'certificate', 'clock'];

type Threshold = { least: number; default: number; most: number };

/** In the unit of the kind: a multiple, minutes, hours, a count, per cent, days, or seconds. */
export const thresholds: Readonly<Record<AlertKind, Threshold>> = {
  'no-starts': { least: 2, default: 10, most: 100 },
  failures: { least: 2, default: 3, most: 100 },
  overdue: { least: 5, default: 10, most: 1_440 },
  'webhook-failing': { least: 5, default: 15, most: 1_440 },
  'domain-records': { least: 1, default: 2, most: 168 },
  'dead-jobs': { least: 1, default: 1, most: 10_000 },
  disk: { least: 50, default: 90, most: 99 },
  certificate: { least: 1, default: 14, most: 90 },
  clock: { least: 1, default: 30, most: 3_600 },
};

/** Targets of one rule, and rules that an account may have set. */
export const maxTargets = 10;
export const maxRules = 500;

export const alertStates = ['open', 'silenced', 'history'] as const;

export type AlertState = (typeof alertStates)[number];

export const targetKinds = ['email', 'webhook', 'flow'] as const;
