/**
 * What is not well now. Each kind is a statement or two over all accounts, by an index that has little else, so that an
 * evaluation costs the same however many accounts there are (docs/decisions/102); what they find is judged by the rules.
 */

import { type AlertKind, thresholds } from '#api/alerts/kinds.ts';
import { installationAccount } from '../accounts/service.ts';
import { failingDomains } from '../email/domain-checks/service.ts';
import { failingSince } from '../email/events/service/deliveries.ts';
import {
  type FlowWatchRow,
  failuresOfLastHour,
  flowsToCheck,
  overdue,
  setNextChecks,
  startsByHour,
  usualFailures,
} from '../executions/traffic/activity-service.ts';
import { failingSinks } from '../live/sink-service.ts';
import { endOfCertificate, usedShareOfDisk } from '../operations/health-service.ts';
import { failedJobsByAccount } from '../operations/service.ts';
import { clockDifference } from '../platform/database/server-clock.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { byAccount, type RulesOf, ruleFor } from './rules.ts';
import { silentAt, usualGapMinutes } from './silence.ts';
import { listRules } from './store.ts';

/** The figures of an alert; null where the kind has none. */
export type Facts = {
  name: string | null;
  since: number | null;
  count: number | null;
  of: number | null;
  usual: number | null;
  percent: number | null;
};

/** `subject` is the SID of a flow or sink, the id of an event webhook, that of a domain in its region, or '' for the account. */
export type Finding = { account: string; kind: AlertKind; subject: string; facts: Facts };

export const noFacts: Facts = { name: null, since: null, count: null, of: null, usual: null, percent: null };

/** What one evaluation reads at most of each: flows that may be silent, that fail, executions, webhooks, domains, accounts. */
const limits = {
  silent: 5_000,
  failing: 500,
  overdue: 2_000,
  webhooks: 1_000,
  domains: 1_000,
  accounts: 1_000,
};
/** Silent flows that are looked at between two pauses. */
const flowsAtOnce = 50;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 86_400_000;

/** `cutOff` are the kinds of which there is more than was read: of those, what was not found is not known to be well. */
export type Findings = { found: Finding[]; cutOff: ReadonlySet<AlertKind> };

type CutOff = Set<AlertKind>;

/** Resolves with everything that is not well by the rules, null once it stops; pauses between batches. */
export async function findAll(
  ctx: ServiceContext,
  pause: () => Promise<void>,
  isStopping: () => boolean,
): Promise<Findings | null> {
  const cutOff: CutOff = new Set();
  const found = [await silentFlows(ctx, cutOff, pause, isStopping)];
  for (const find of [failingFlows, overdueFlows, failingWebhooks, lostRecords, failedJobs, aboutServer]) {
    if (isStopping()) return null;
    found.push(await find(ctx, cutOff));
  }
  return { found: found.flat(), cutOff };
}

async function rulesOf(ctx: ServiceContext, rows: readonly { account: string }[]): Promise<RulesOf> {
  return byAccount(await listRules(ctx.database.read, [...new Set(rows.map(({ account }) => account))]));
}

async function silentFlows(
  ctx: ServiceContext,
  cutOff: CutOff,
  pause: () => Promise<void>,
  isStopping: () => boolean,
): Promise<Finding[]> {
  const due = await flowsToCheck(ctx, limits.silent);
  if (due.length === limits.silent) cutOff.add('no-starts');
  const rules = await rulesOf(ctx, due);
  const found: Finding[] = [];
  for (let first = 0; first < due.length && !isStopping(); first += flowsAtOnce) {
    if (first > 0) await pause();
    const checks: Pick<FlowWatchRow, 'flow' | 'check_at'>[] = [];
    for (const watch of due.slice(first, first + flowsAtOnce)) {
      const { finding, check_at } = await judgeSilence(ctx, watch, rules);
      if (finding !== null) found.push(finding);
      checks.push({ flow: watch.flow, check_at });
    }
    await ctx.database.write((tx) => setNextChecks(tx, checks));
  }
  return found;
}

/** A flow that is not silent is looked at again when it would be, should nothing start it until then. */
async function judgeSilence(
  ctx: ServiceContext,
  { flow, account, last_start_at: last }: FlowWatchRow,
  rules: RulesOf,
): Promise<{ finding: Finding | null; check_at: number }> {
  const now = ctx.clock.now();
  const rule = ruleFor(rules(account), 'no-starts', flow);
  if (!rule.isEnabled) return { finding: null, check_at: now + dayMs };
  const starts = await startsByHour(ctx, flow);
  const at = silentAt(starts, last, rule.threshold, now);
  if (at === null || at > now) return { finding: null, check_at: Math.min(at ?? now + dayMs, now + dayMs) };
  const usual = usualGapMinutes(starts, last, now);
  const facts = { ...noFacts, since: last, usual };
  return { finding: { account, kind: 'no-starts', subject: flow, facts }, check_at: now };
}

/** Fewer failures in an hour are no pattern. */
const leastFailures = 5;
/** Of a flow that never failed before, the share that is taken as usual. */
const leastUsualShare = 0.01;

async function failingFlows(ctx: ServiceContext, cutOff: CutOff): Promise<Finding[]> {
  const all = await failuresOfLastHour(ctx, limits.failing);
  if (all.length === limits.failing) cutOff.add('failures');
  const flows = all.filter(({ failed }) => Math.round(failed) >= leastFailures);
  const rules = await rulesOf(ctx, flows);
  const found: Finding[] = [];
  for (const { flow, account, ended, failed } of flows) {
    const rule = ruleFor(rules(account), 'failures', flow);
    if (!rule.isEnabled) continue;
    const usual = await usualFailures(ctx, flow);
    if (failed / ended <= rule.threshold * Math.max(usual, leastUsualShare)) continue;
    const facts = { count: Math.round(failed), of: Math.round(ended), usual: Math.round(usual * 1_000) / 10 };
    found.push({ account, kind: 'failures', subject: flow, facts: { ...noFacts, ...facts } });
  }
  return found;
}

async function overdueFlows(ctx: ServiceContext, cutOff: CutOff): Promise<Finding[]> {
  const now = ctx.clock.now();
  const late = await overdue(ctx, now - thresholds.overdue.least * minuteMs, limits.overdue);
  if (late.length >= limits.overdue) cutOff.add('overdue');
  const rules = await rulesOf(ctx, late);
  const found = new Map<string, Finding>();
  for (const { account, flow, due_at } of late) {
    const rule = ruleFor(rules(account), 'overdue', flow);
    if (!rule.isEnabled || due_at > now - rule.threshold * minuteMs) continue;
    const before = found.get(flow)?.facts;
    const facts = { count: (before?.count ?? 0) + 1, since: Math.min(before?.since ?? due_at, due_at) };
    found.set(flow, { account, kind: 'overdue', subject: flow, facts: { ...noFacts, ...facts } });
  }
  return [...found.values()];
}

async function failingWebhooks(ctx: ServiceContext, cutOff: CutOff): Promise<Finding[]> {
  const now = ctx.clock.now();
  const before = now - thresholds['webhook-failing'].least * minuteMs;
  const failing = [
    ...(await failingSinks(ctx, before, limits.webhooks)).map(({ sid, destination, ...row }) => ({
      ...{ ...row, id: sid, url: destination },
    })),
    ...(await failingSince(ctx, before, limits.webhooks)),
  ];
  if (failing.length >= limits.webhooks) cutOff.add('webhook-failing');
  const rules = await rulesOf(ctx, failing);
  return failing.flatMap(({ account, id, url, failing_since: since }) => {
    const rule = ruleFor(rules(account), 'webhook-failing', '');
    if (!rule.isEnabled || since === null || since > now - rule.threshold * minuteMs) return [];
    return [
      {
        account,
        kind: 'webhook-failing' as const,
        subject: id,
        facts: { ...noFacts, since, name: hostOf(url) },
      },
    ];
  });
}

async function lostRecords(ctx: ServiceContext, cutOff: CutOff): Promise<Finding[]> {
  const now = ctx.clock.now();
  const before = now - thresholds['domain-records'].least * hourMs;
  const failing = await failingDomains(ctx, before, limits.domains);
  if (failing.length >= limits.domains) cutOff.add('domain-records');
  const rules = await rulesOf(ctx, failing);
  return failing.flatMap(({ account, subject, name, since }) => {
    const rule = ruleFor(rules(account), 'domain-records', '');
    if (!rule.isEnabled || since > now - rule.threshold * hourMs) return [];
    return [{ account, kind: 'domain-records' as const, subject, facts: { ...noFacts, since, name } }];
  });
}

/** Without the path: that of a chat service is a secret. */
function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

async function failedJobs(ctx: ServiceContext, cutOff: CutOff): Promise<Finding[]> {
  const accounts = await failedJobsByAccount(ctx, limits.accounts);
  if (accounts.length === limits.accounts) cutOff.add('dead-jobs');
  const rules = await rulesOf(ctx, accounts);
  return accounts.flatMap(({ account, count }) => {
    const rule = ruleFor(rules(account), 'dead-jobs', '');
    if (!rule.isEnabled || count < rule.threshold) return [];
    return [{ account, kind: 'dead-jobs' as const, subject: '', facts: { ...noFacts, count } }];
  });
}

/** What is said to the account of the installation. */
async function aboutServer(ctx: ServiceContext): Promise<Finding[]> {
  const now = ctx.clock.now();
  const [share, end, ahead] = await Promise.all([
    usedShareOfDisk(ctx),
    endOfCertificate(ctx),
    clockDifference(ctx.database),
  ]);
  const percent = Math.floor((share ?? 0) * 100);
  const days = end === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((end - now) / dayMs));
  const seconds = Math.floor(Math.abs(ahead ?? 0) / 1_000);
  const all: { kind: AlertKind; facts: Partial<Facts>; is(threshold: number): boolean }[] = [
    { kind: 'disk', facts: { percent }, is: (threshold) => percent >= threshold },
    { kind: 'certificate', facts: { count: days, since: end }, is: (threshold) => days < threshold },
    { kind: 'clock', facts: { count: seconds }, is: (threshold) => seconds >= threshold },
  ];
  // Where all is well nothing more is read.
  const possible = all.filter(({ kind, is }) => is(kind === 'certificate' ? most(kind) : least(kind)));
  const account = possible.length === 0 ? undefined : await installationAccount(ctx);
  if (account === undefined) return [];
  const rows = await listRules(ctx.database.read, [account]);
  return possible.flatMap(({ kind, facts, is }) => {
    const { isEnabled, threshold } = ruleFor(rows, kind, '');
    if (!isEnabled || !is(threshold)) return [];
    return [{ account, kind, subject: '', facts: { ...noFacts, ...facts } }];
  });
}

const least = (kind: AlertKind) => thresholds[kind].least;
const most = (kind: AlertKind) => thresholds[kind].most;
