/** Service functions of alerts and their rules. */

import {
  type AlertKind,
  type AlertState,
  alertKinds,
  kindsOfFlows,
  kindsOfServer,
  maxRules,
  type RuleKind,
  thresholds,
} from '#api/alerts/kinds.ts';
import { actsFor } from '../accounts/acting-later-service.ts';
import { installationAccount } from '../accounts/service.ts';
import {
  activeFlows,
  checkFlowsOf,
  startsByHour,
  startTimes,
} from '../executions/traffic/activity-service.ts';
import { requireFlow } from '../flows/service.ts';
import { fetchFlowNames } from '../flows/summaries/service.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { evaluatedAt } from '../platform/jobs/maintenance.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { evaluationTask } from './evaluation-service.ts';
import { type Gaps, gapsOf, gapsSince } from './gaps.ts';
import { defaultRepeatMinutes, ruleFor } from './rules.ts';
import { usualGapMinutes } from './silence.ts';
import {
  type AlertRow,
  type AlertRuleRow,
  deleteRule,
  findAlert,
  listOpenOf,
  listAlerts as listRows,
  listRules as listRuleRows,
  untilWell,
  updateActive,
  upsertRule,
} from './store.ts';
import { openTargets, permissionsToTell, readTargets, sealTargets, type Target } from './target.ts';

export type { AlertRow };
export { untilWell };

const sendsEmail = ({ config }: ServiceContext): boolean => config.mailFrom !== null;

const minuteMs = 60_000;

export const isSilenced = ({ ended_at, silenced_until }: AlertRow, now: number): boolean =>
  ended_at === null && silenced_until !== null && silenced_until > now;

/** Newest first; positions are SIDs. */
export function listAlerts(
  ctx: ServiceContext,
  { account }: Caller,
  state: AlertState,
  request: KeysetPageRequest,
): Promise<KeysetPage<AlertRow>> {
  return listRows(ctx.database.read, { account, state, now: ctx.clock.now() }, request);
}

/** @throws Refusal when the caller has no such alert */
export async function fetchAlert(ctx: ServiceContext, { account }: Caller, sid: string): Promise<AlertRow> {
  const row = await findAlert(ctx.database.read, account, sid);
  if (row === undefined) throw notFound();
  return row;
}

export type AlertAction = 'acknowledge' | 'silence' | 'unsilence';

/**
 * Without `minutes` it is silenced until it has been well once.
 * @throws Refusal when the caller has no such alert, or (conflict) it has ended
 */
export async function updateAlert(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { action, minutes }: { action: AlertAction; minutes: number | undefined },
): Promise<AlertRow> {
  const now = ctx.clock.now();
  const { account } = caller;
  const by = caller.person?.name ?? caller.key?.name ?? null;
  const changes: Record<AlertAction, Partial<AlertRow>> = {
    acknowledge: { acknowledged_at: now, acknowledged_by: by },
    silence: { silenced_until: minutes === undefined ? untilWell : now + minutes * minuteMs },
    unsilence: { silenced_until: null },
  };
  await fetchAlert(ctx, caller, sid);
  const row = await ctx.database.write((tx) => updateActive(tx, { account, sid }, changes[action]));
  if (row === undefined) throw new Refusal('conflict', 'The alert has ended');
  return row;
}

export type Summary = {
  open: number;
  unacknowledged: number;
  silenced: number;
  flows: number;
  notWell: number;
  canEmail: boolean;
  evaluatedAt: number | null;
};

export async function fetchSummary(ctx: ServiceContext, { account }: Caller): Promise<Summary> {
  const now = ctx.clock.now();
  const [rows, flows, at] = await Promise.all([
    listOpenOf(ctx.database.read, account),
    activeFlows(ctx, account),
    evaluatedAt(ctx, evaluationTask),
  ]);
  const open = rows.filter((row) => !isSilenced(row, now));
  return {
    open: open.length,
    unacknowledged: open.filter(({ acknowledged_at }) => acknowledged_at === null).length,
    silenced: rows.length - open.length,
    flows,
    notWell: new Set(rows.flatMap(({ subject }) => (subject.startsWith('FW') ? [subject] : []))).size,
    canEmail: sendsEmail(ctx),
    evaluatedAt: at,
  };
}

export type RuleKey = { kind: RuleKind; flow: string };

export const keyText = ({ kind, flow }: RuleKey): string => (flow === '' ? kind : `${kind}.${flow}`);

/** A rule as it applies, with what it says now. */
export type RuleView = RuleKey & {
  flowName: string | null;
  isDefault: boolean;
  isEnabled: boolean;
  threshold: number | null;
  hasOwnTargets: boolean;
  targets: Target[];
  repeatMinutes: number;
  tellsEnd: boolean;
  open: number;
  silenced: number;
  updatedAt: number | null;
};

/** Those that every account has, then those that are set for flows. */
export async function listRules(ctx: ServiceContext, { account }: Caller): Promise<RuleView[]> {
  const [rows, alerts, watched] = await Promise.all([
    listRuleRows(ctx.database.read, [account]),
    listOpenOf(ctx.database.read, account),
    watchedOfServer(ctx, account),
  ]);
  const ofFlows = rows.filter(({ flow }) => flow !== '');
  const names = await fetchFlowNames(
    ctx,
    ofFlows.map(({ flow }) => flow),
  );
  const keys: RuleKey[] = [
    { kind: 'every', flow: '' },
    ...alertKinds
      .filter((kind) => !kindsOfServer.includes(kind) || watched.includes(kind))
      .map((kind) => ({ kind, flow: '' })),
    ...ofFlows.filter(({ flow }) => names.has(flow)),
  ];
  return keys.map((key) => viewOf(ctx, key, { rows, alerts, names }));
}

/** The rules about the server that the account has. */
async function watchedOfServer(ctx: ServiceContext, account: string): Promise<RuleKind[]> {
  if ((await installationAccount(ctx)) !== account) return [];
  const ofDatabase: RuleKind = ctx.database.dialect === 'sqlite' ? 'disk' : 'clock';
  return ctx.config.smtp.tls === null ? [ofDatabase] : [ofDatabase, 'certificate'];
}

function viewOf(
  ctx: ServiceContext,
  { kind, flow }: RuleKey,
  { rows, alerts, names }: { rows: AlertRuleRow[]; alerts: AlertRow[]; names: ReadonlyMap<string, string> },
): RuleView {
  const now = ctx.clock.now();
  const row = rows.find((each) => each.kind === kind && each.flow === flow);
  const every = rows.find((each) => each.kind === 'every');
  const rule =
    kind === 'every'
      ? {
          ...{ isEnabled: true, threshold: null, targets: every?.targets ?? null },
          ...{
            repeatMinutes: every?.repeat_minutes ?? defaultRepeatMinutes,
            tellsEnd: every?.tells_end !== 0,
          },
        }
      : ruleFor(rows, kind, flow);
  const own = alerts.filter((each) => each.kind === kind && (flow === '' || each.subject === flow));
  const silenced = own.filter((each) => isSilenced(each, now)).length;
  return {
    ...{ kind, flow, flowName: names.get(flow) ?? null, isDefault: row === undefined },
    ...{ isEnabled: rule.isEnabled, threshold: rule.threshold, repeatMinutes: rule.repeatMinutes },
    ...{
      tellsEnd: rule.tellsEnd,
      hasOwnTargets: row?.targets != null,
      targets: openTargets(ctx, rule.targets),
    },
    ...{ open: own.length - silenced, silenced, updatedAt: row?.updated_at ?? null },
  };
}

/** @throws Refusal when there can be no such rule */
export async function fetchRule(ctx: ServiceContext, caller: Caller, key: string): Promise<RuleView> {
  const { kind, flow } = await requireKey(ctx, caller, key);
  const [rows, alerts, names] = await Promise.all([
    listRuleRows(ctx.database.read, [caller.account]),
    listOpenOf(ctx.database.read, caller.account),
    fetchFlowNames(ctx, flow === '' ? [] : [flow]),
  ]);
  return viewOf(ctx, { kind, flow }, { rows, alerts, names });
}

/**
 * The longest gaps between the starts of a flow in the last 14 days; `usual` is the usual one at this hour, in minutes.
 * @throws Refusal when there can be no such rule, or it is not `no-starts` of one flow
 */
export async function fetchGaps(
  ctx: ServiceContext,
  caller: Caller,
  key: string,
): Promise<Gaps & { usual: number | null }> {
  const { kind, flow } = await requireKey(ctx, caller, key);
  if (kind !== 'no-starts' || flow === '') throw notFound();
  const now = ctx.clock.now();
  const [counts, times] = await Promise.all([startsByHour(ctx, flow), startTimes(ctx, flow, gapsSince(now))]);
  return { ...gapsOf(counts, times, now), usual: usualGapMinutes(counts, now, now) };
}

async function requireKey(ctx: ServiceContext, caller: Caller, key: string): Promise<RuleKey> {
  const [kind, flow = ''] = key.split('.') as [RuleKind, string?];
  if (flow !== '') {
    if (!kindsOfFlows.includes(kind)) throw notFound();
    await requireFlow(ctx.database.read, caller, flow);
  }
  if (kindsOfServer.includes(kind) && !(await watchedOfServer(ctx, caller.account)).includes(kind))
    throw notFound();
  return { kind, flow };
}

/** `targets` is as it came: a list, or null for those of every rule. */
export type RuleChange = {
  isEnabled: boolean | undefined;
  threshold: number | undefined;
  targets: unknown;
  repeatMinutes: number | undefined;
  tellsEnd: boolean | undefined;
};

/** @throws Refusal when there can be no such rule, a value is out of its bounds, or (conflict) there are too many */
export async function updateRule(
  ctx: ServiceContext,
  caller: Caller,
  key: string,
  change: RuleChange,
): Promise<RuleView> {
  const { kind, flow } = await requireKey(ctx, caller, key);
  requireThreshold(kind, change);
  await ctx.database.write(async (tx) => {
    const rows = await listRuleRows(tx, [caller.account]);
    const row = rows.find((each) => each.kind === kind && each.flow === flow);
    if (row === undefined && rows.length >= maxRules)
      throw new Refusal('conflict', `An account may not have more than ${maxRules} rules of its own`);
    const general = flow === '' ? undefined : rows.find((each) => each.kind === kind && each.flow === '');
    const before = openTargets(ctx, row?.targets ?? null);
    const targets = await targetsOf(ctx, caller, change.targets, before);
    const [enabled, tells] = [numberOf(change.isEnabled), numberOf(change.tellsEnd)];
    await upsertRule(tx, {
      ...{ account: caller.account, kind, flow, updated_at: ctx.clock.now() },
      is_enabled: enabled ?? row?.is_enabled ?? general?.is_enabled ?? 1,
      threshold: change.threshold ?? row?.threshold ?? null,
      targets: targets === undefined ? (row?.targets ?? null) : targets && sealTargets(ctx, targets),
      repeat_minutes: change.repeatMinutes ?? row?.repeat_minutes ?? null,
      tells_end: tells ?? row?.tells_end ?? null,
    });
    if (kind === 'no-starts') await checkFlowsOf(tx, caller.account);
  });
  return fetchRule(ctx, caller, key);
}

const numberOf = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));

function requireThreshold(kind: RuleKind, { threshold, isEnabled }: RuleChange): void {
  if (kind === 'every') {
    if (threshold !== undefined || isEnabled !== undefined)
      throw new Refusal('bad-request', 'It only says where alerts go', {
        field: threshold === undefined ? 'Enabled' : 'Threshold',
      });
    return;
  }
  if (threshold === undefined) return;
  const { least, most } = thresholds[kind satisfies AlertKind];
  if (threshold < least || threshold > most)
    throw new Refusal('bad-request', `Threshold must be from ${least} to ${most}`, { field: 'Threshold' });
}

/** Undefined for no change, null for those of every rule. */
async function targetsOf(
  ctx: ServiceContext,
  caller: Caller,
  given: unknown,
  before: readonly Target[],
): Promise<Target[] | null | undefined> {
  if (given === undefined || given === null) return given;
  const targets = readTargets(given, before);
  for (const target of targets) {
    if (target.kind === 'flow')
      await requireFlow(ctx.database.read, caller, target.flow).catch(() => {
        throw new Refusal('bad-request', 'Targets has a flow that the account does not have', {
          field: 'Targets',
        });
      });
  }
  if (!sendsEmail(ctx) && targets.some(({ kind }) => kind === 'email'))
    throw new Refusal(
      'bad-request',
      'Targets has an email address, and this server sends no email: MAIL_FROM is not set',
      {
        field: 'Targets',
      },
    );
  return targets.map((target) => ({ ...target, acts_for: actsFor(caller, permissionsToTell(target)) }));
}

/** @throws Refusal when nothing is set for the rule */
export async function removeRule(ctx: ServiceContext, caller: Caller, key: string): Promise<void> {
  const { kind, flow } = await requireKey(ctx, caller, key);
  const wasSet = await ctx.database.write(async (tx) => {
    if (kind === 'no-starts') await checkFlowsOf(tx, caller.account);
    return deleteRule(tx, { account: caller.account, kind, flow });
  });
  if (!wasSet) throw notFound();
}
