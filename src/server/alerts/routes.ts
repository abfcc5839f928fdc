/** /v1/Alerts, /v1/AlertSummary and /v1/AlertRules. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/alerts/operations.ts';
import type { AlertResource, AlertRuleResource, GapResource, TargetResource } from '#api/alerts/schemas.ts';
import { paths } from '#api/paths.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import { mayDo } from '../platform/permission.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import type { Facts } from './findings-service.ts';
import type { Gap } from './gaps.ts';
import { testTargets } from './notification-service.ts';
import {
  type AlertRow,
  fetchAlert,
  fetchGaps,
  fetchRule,
  fetchSummary,
  isSilenced,
  keyText,
  listAlerts,
  listRules,
  type RuleView,
  removeRule,
  untilWell,
  updateAlert,
  updateRule,
} from './service.ts';
import type { Target } from './target.ts';

export function alertRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const present = (base: string, row: AlertRow) => presentAlert(base, row, ctx.clock.now());

  serveOperation(app, operations.listAlerts, ({ page, base, caller, query: { State: state = 'open' } }) =>
    page('alerts', bySid('AL'), {
      list: (wanted) => listAlerts(ctx, caller, state, wanted),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.fetchAlert, async ({ base, caller, params: { Sid } }) =>
    present(base, await fetchAlert(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateAlert, async ({ base, caller, params: { Sid }, form }) =>
    present(base, await updateAlert(ctx, caller, Sid, { action: form.Action, minutes: form.Minutes })),
  );

  serveOperation(app, operations.fetchAlertSummary, async ({ base, caller }) => {
    const { notWell, canEmail, evaluatedAt, ...counts } = await fetchSummary(ctx, caller);
    return {
      ...{ account_sid: caller.account, ...counts, flows_not_well: notWell, can_email: canEmail },
      date_evaluated: dateTimeOrNull(evaluatedAt),
      url: base + paths.alertSummary,
    };
  });

  serveOperation(app, operations.listAlertRules, async ({ base, caller }) => ({
    rules: (await listRules(ctx, caller)).map((rule) => presentRule(base, caller, rule)),
  }));

  serveOperation(app, operations.fetchAlertRule, async ({ base, caller, params: { Key } }) =>
    presentRule(base, caller, await fetchRule(ctx, caller, Key)),
  );

  serveOperation(app, operations.fetchAlertRuleGaps, async ({ caller, params: { Key } }) => {
    const { usual, halfDays, open, multiples } = await fetchGaps(ctx, caller, Key);
    return {
      ...{ key: Key, usual_minutes: usual, open: presentGap(open) },
      half_days: halfDays.map(({ from, longest }) => ({
        date_began: dateTime(from),
        gap: presentGap(longest),
      })),
      multiples: multiples.map(toHundredth),
    };
  });

  serveOperation(app, operations.updateAlertRule, async ({ base, caller, params: { Key }, form }) => {
    const { Enabled, Threshold, Targets, RepeatMinutes, TellsEnd } = form;
    const rule = await updateRule(ctx, caller, Key, {
      ...{ isEnabled: Enabled, threshold: Threshold, targets: Targets },
      ...{ repeatMinutes: RepeatMinutes, tellsEnd: TellsEnd },
    });
    return presentRule(base, caller, rule);
  });

  serveOperation(app, operations.testAlertRule, async ({ caller, params: { Key } }) => ({
    key: Key,
    targets: await testTargets(ctx, caller, (await fetchRule(ctx, caller, Key)).targets),
  }));

  serveOperation(app, operations.deleteAlertRule, ({ caller, params: { Key } }) =>
    removeRule(ctx, caller, Key),
  );
}

function presentAlert(base: string, row: AlertRow, now: number): AlertResource {
  const facts = JSON.parse(row.facts) as Facts;
  const silenced = isSilenced(row, now);
  return {
    ...{ sid: row.sid, account_sid: row.account, kind: row.kind },
    state: row.ended_at !== null ? 'history' : silenced ? 'silenced' : 'open',
    flow_sid: row.subject.startsWith('FW') ? row.subject : null,
    webhook: row.kind === 'webhook-failing' ? row.subject : null,
    facts: { ...facts, since: dateTimeOrNull(facts.since) },
    date_opened: dateTime(row.opened_at ?? row.began_at),
    date_ended: dateTimeOrNull(row.ended_at),
    date_acknowledged: dateTimeOrNull(row.acknowledged_at),
    acknowledged_by: row.acknowledged_by,
    is_silenced: silenced,
    date_silenced_until:
      silenced && row.silenced_until !== untilWell ? dateTimeOrNull(row.silenced_until) : null,
    times_told: row.told,
    url: base + paths.alert(row.sid),
  };
}

const toHundredth = (value: number) => Math.round(value * 100) / 100;

function presentGap(gap: Gap | null): GapResource | null {
  if (gap === null) return null;
  const { from, to, minutes, multiple, isLeast } = gap;
  return {
    ...{ date_began: dateTime(from), date_ended: dateTime(to), is_least: isLeast },
    ...{ minutes: toHundredth(minutes), multiple: toHundredth(multiple) },
  };
}

function presentRule(base: string, caller: Caller, rule: RuleView): AlertRuleResource {
  const seesTargets = mayDo(caller, 'alerts.rules');
  return {
    ...{ key: keyText(rule), kind: rule.kind, flow_sid: rule.flow === '' ? null : rule.flow },
    ...{ flow_name: rule.flowName, is_default: rule.isDefault, is_enabled: rule.isEnabled },
    ...{ threshold: rule.threshold, has_own_targets: rule.hasOwnTargets },
    targets: rule.targets.map((target) => presentTarget(target, seesTargets)),
    ...{ repeat_minutes: rule.repeatMinutes, tells_end: rule.tellsEnd },
    ...{ open: rule.open, silenced: rule.silenced, date_updated: dateTimeOrNull(rule.updatedAt) },
    url: base + paths.alertRule(keyText(rule)),
  };
}

/** The URL of a chat service is a secret of those who may change it. */
function presentTarget(target: Target, seesAll: boolean): TargetResource {
  const { kind, to } = target;
  return {
    kind,
    to: kind === 'webhook' && !seesAll ? new URL(to).origin : to,
    from: kind === 'flow' ? target.from : null,
    flow_sid: kind === 'flow' ? target.flow : null,
    is_signed: kind === 'webhook' && target.secret !== null,
  };
}
