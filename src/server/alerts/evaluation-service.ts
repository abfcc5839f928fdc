/**
 * Evaluates the rules: one process at a time, every minute. What was found twice in a row opens an alert, what was not found
 * twice in a row ends it, so that nothing flaps; its targets are told in the same transaction, by jobs.
 */

import { notClosed } from '../accounts/service.ts';
import { fetchFlowNames } from '../flows/summaries/service.ts';
import type { Queries } from '../platform/database/database.ts';
import { type MaintenanceTask, passOver, runWhenDue } from '../platform/jobs/maintenance.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { type Finding, type Findings, findAll } from './findings-service.ts';
import { type News, tellTargets } from './notification-service.ts';
import { byAccount, type RulesOf, ruleFor } from './rules.ts';
import {
  type AlertRow,
  deleteAlert,
  deleteOldAlerts,
  insertAlert,
  listActive,
  listRules,
  remainingSilence,
  untilWell,
  updateActive,
} from './store.ts';

export const evaluationTask = 'alerts';

/** Evaluations in a row. */
const toOpen = 2;
const toEnd = 2;
/** Of one account; what else is not well then has no alert of its own. */
export const maxActive = 200;
/** Of all accounts: read at once. */
const maxActiveOfAll = 50_000;
const keptMs = 90 * 86_400_000;
const cleanupBatch = 500;

export const alertEvaluation: MaintenanceTask = {
  name: 'alerts',
  intervalMs: ({ config }) => config.alertSeconds * 1_000,
  run(ctx, pause, isStopping) {
    // The lease of the task is over then, and another process may be at it.
    const until = ctx.clock.now() + ctx.config.alertSeconds * 1_000;
    const isOver = () => isStopping() || ctx.clock.now() >= until;
    // A timer may fire a little early.
    return runWhenDue(ctx, { name: evaluationTask, intervalMs: ctx.config.alertSeconds * 1_000 - 500 }, () =>
      evaluateAlerts(ctx, pause, isOver),
    );
  },
};

/** One evaluation of all rules. */
export async function evaluateAlerts(
  ctx: ServiceContext,
  pause: () => Promise<void> = async () => {},
  isStopping: () => boolean = () => false,
): Promise<void> {
  const findings = await findAll(ctx, pause, isStopping);
  if (findings === null) return;
  const active = await listActive(ctx.database.read, maxActiveOfAll);
  const accounts = [...new Set([...findings.found, ...active].map(({ account }) => account))];
  if (accounts.length > 0) {
    const rules = byAccount(await listRules(ctx.database.read, accounts));
    const open = await notClosed(ctx, accounts);
    const found = Map.groupBy(await named(ctx, findings), ({ account }) => account);
    const rows = Map.groupBy(active, ({ account }) => account);
    for (const account of accounts) {
      if (isStopping()) return;
      const own = open.has(account) ? (found.get(account) ?? []) : [];
      const evaluated = { account, rules, found: own, active: rows.get(account) ?? [] };
      await reconcile(ctx, evaluated, findings.cutOff).catch((error) => passOver(ctx, evaluationTask, error));
      await pause();
    }
    ctx.wake('jobs');
  }
  await ctx.database.write((tx) => deleteOldAlerts(tx, ctx.clock.now() - keptMs, cleanupBatch));
}

/** With the names of flows, as they are now: an alert keeps the one that it had. */
async function named(ctx: ServiceContext, { found }: Findings): Promise<Finding[]> {
  const flows = found.filter(({ subject }) => subject.startsWith('FW')).map(({ subject }) => subject);
  const names = await fetchFlowNames(ctx, flows);
  return found.map(({ facts, ...finding }) => ({
    ...finding,
    facts: { ...facts, name: names.get(finding.subject) ?? facts.name },
  }));
}

type Evaluated = { account: string; rules: RulesOf; found: readonly Finding[]; active: readonly AlertRow[] };

const keyOf = ({ kind, subject }: Pick<AlertRow, 'kind' | 'subject'>) => `${kind} ${subject}`;

async function reconcile(
  ctx: ServiceContext,
  { account, rules, found, active }: Evaluated,
  cutOff: Findings['cutOff'],
): Promise<void> {
  const findings = new Map(found.map((finding) => [keyOf(finding), finding]));
  const known = new Set(active.map(keyOf));
  const added = [...findings.values()]
    .filter((finding) => !known.has(keyOf(finding)))
    .slice(0, Math.max(0, maxActive - active.length));
  await ctx.database.write(async (tx) => {
    for (const row of active) {
      const finding = findings.get(keyOf(row));
      if (finding !== undefined) await goOn(ctx, tx, rules, row, finding);
      else if (!cutOff.has(row.kind)) await miss(ctx, tx, rules, row);
    }
    for (const { kind, subject, facts } of added) {
      const now = ctx.clock.now();
      const silenced_until = await remainingSilence(tx, { account, kind, subject }, now);
      await insertAlert(tx, {
        ...{ sid: ctx.ids.sid('AL'), account, kind, subject, facts: JSON.stringify(facts) },
        ...{ found: 1, missed: 0, began_at: now, opened_at: null, ended_at: null, silenced_until },
        ...{ acknowledged_at: null, acknowledged_by: null, told_at: null, told: 0 },
      });
    }
  });
}

/** It was found again: it opens, or stays, and is told where it is time to. */
async function goOn(
  ctx: ServiceContext,
  tx: Queries,
  rules: RulesOf,
  row: AlertRow,
  { facts }: Finding,
): Promise<void> {
  const now = ctx.clock.now();
  const opened_at = row.opened_at ?? (row.found + 1 >= toOpen ? now : null);
  const news = opened_at === null ? null : dueNews(rules, { ...row, opened_at }, now);
  const text = JSON.stringify(facts);
  const isChanged = row.missed > 0 || row.opened_at === null || row.facts !== text || news !== null;
  if (!isChanged) return;
  const after = await updateActive(tx, row, {
    ...{ facts: text, found: Math.min(row.found + 1, toOpen), missed: 0, opened_at },
    ...(news !== null && { told_at: now, told: row.told + (ruleOf(rules, row).targets === null ? 0 : 1) }),
  });
  if (after !== undefined && news !== null) await tellTargets(ctx, tx, after, news, ruleOf(rules, after));
}

/** Told once when it opens, and again after a while until it is acknowledged; while it is silenced, not at all. */
function dueNews(rules: RulesOf, row: AlertRow, now: number): News | null {
  if (row.silenced_until !== null && row.silenced_until > now) return null;
  if (row.told_at === null) return 'opened';
  const { repeatMinutes } = ruleOf(rules, row);
  const isDue = repeatMinutes > 0 && now - row.told_at >= repeatMinutes * 60_000;
  return isDue && row.acknowledged_at === null ? 'again' : null;
}

async function miss(ctx: ServiceContext, tx: Queries, rules: RulesOf, row: AlertRow): Promise<void> {
  if (row.opened_at === null) return deleteAlert(tx, row.sid);
  const missed = row.missed + 1;
  if (missed < toEnd) {
    await updateActive(tx, row, { missed });
    return;
  }
  const now = ctx.clock.now();
  const after = await updateActive(tx, row, {
    ...{ missed, ended_at: now },
    ...(row.silenced_until === untilWell && { silenced_until: now }),
  });
  const rule = ruleOf(rules, row);
  const isSilenced = row.silenced_until !== null && row.silenced_until > now;
  // Who was told of it is told that it is over.
  if (after !== undefined && row.told > 0 && !isSilenced && rule.tellsEnd)
    await tellTargets(ctx, tx, after, 'ended', rule);
}

const ruleOf = (rules: RulesOf, { account, kind, subject }: AlertRow) =>
  ruleFor(rules(account), kind, subject.startsWith('FW') ? subject : '');
