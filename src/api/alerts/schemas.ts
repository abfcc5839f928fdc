/** Alerts, and the rules by which they open. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { alertKinds, alertStates, ruleKinds, targetKinds } from './kinds.ts';

const targetSchema = resource('AlertTarget', {
  kind: oneOf(targetKinds),
  to: Type.String({
    personal: 'address',
    description:
      'The address, URL, or number that the flow is started for. Without the permission to change rules, of a URL only its origin.',
  }),
  from: nullable(Type.String({ description: 'The address of the flow that is started.' })),
  flow_sid: nullable(sid('FW')),
  is_signed: Type.Boolean(),
});

export type TargetResource = Static<typeof targetSchema>;

const factsSchema = resource('AlertFacts', {
  name: nullable(Type.String({ description: 'Of the flow or the domain, or the host of the webhook.' })),
  since: nullable(
    dateTime({
      description:
        'The last start, the first failure, or the end of the longest wait, or when the record was missed first.',
    }),
  ),
  count: nullable(Type.Integer({ description: 'Failed executions, overdue executions, or failed jobs.' })),
  of: nullable(Type.Integer({ description: 'Executions that ended, of which `count` failed.' })),
  usual: nullable(
    Type.Number({ description: 'The usual gap in minutes, or the usual share of failures in per cent.' }),
  ),
  percent: nullable(Type.Integer({ description: 'How full the disk is.' })),
});

export const alertSchema = resource('Alert', {
  sid: sid('AL'),
  account_sid: sid('AC'),
  kind: oneOf(alertKinds),
  state: oneOf(alertStates),
  flow_sid: nullable(sid('FW')),
  webhook: nullable(Type.String({ description: 'The SID of the sink, or the id of the event webhook.' })),
  facts: factsSchema,
  date_opened: dateTime(),
  date_ended: nullable(dateTime()),
  date_acknowledged: nullable(dateTime()),
  acknowledged_by: nullable(Type.String()),
  is_silenced: Type.Boolean(),
  date_silenced_until: nullable(
    dateTime({ description: 'Null where it is silenced until it has been well once.' }),
  ),
  times_told: Type.Integer({ minimum: 0 }),
  url: url(),
});

export type AlertResource = Static<typeof alertSchema>;

export const alertRuleSchema = resource('AlertRule', {
  key: Type.String(),
  kind: oneOf(ruleKinds),
  flow_sid: nullable(sid('FW')),
  flow_name: nullable(Type.String()),
  is_default: Type.Boolean({ description: 'Nothing is set: the rule that every account has.' }),
  is_enabled: Type.Boolean(),
  threshold: nullable(Type.Integer()),
  has_own_targets: Type.Boolean({ description: 'False where its alerts go where those of every rule go.' }),
  targets: Type.Array(targetSchema),
  repeat_minutes: Type.Integer({
    description: 'Told again so long after, while it is not acknowledged; 0 for never.',
  }),
  tells_end: Type.Boolean(),
  open: Type.Integer({ description: 'Its open alerts.' }),
  silenced: Type.Integer(),
  date_updated: nullable(dateTime()),
  url: url(),
});

export type AlertRuleResource = Static<typeof alertRuleSchema>;

export const alertSummarySchema = resource('AlertSummary', {
  account_sid: sid('AC'),
  open: Type.Integer(),
  unacknowledged: Type.Integer(),
  silenced: Type.Integer(),
  flows: Type.Integer({ description: 'Flows that have been started in the last four weeks.' }),
  flows_not_well: Type.Integer(),
  can_email: Type.Boolean({ description: 'The installation sends email to people.' }),
  date_evaluated: nullable(dateTime({ description: 'When the rules were last evaluated.' })),
  url: url(),
});

export type AlertSummary = Static<typeof alertSummarySchema>;

const gapSchema = resource('AlertGap', {
  date_began: dateTime(),
  date_ended: dateTime({ description: 'The next start; of the open gap the time of the response.' }),
  minutes: Type.Number({ description: 'Without hours in which the flow usually rests.' }),
  multiple: Type.Number({ description: 'How many starts are missing: its length in usual gaps.' }),
  is_least: Type.Boolean({
    description:
      'It is at least so long: of an hour at its begin or end only the number of starts is known, not their times.',
  }),
});

export type GapResource = Static<typeof gapSchema>;

export const gapsSchema = resource('AlertRuleGaps', {
  key: Type.String(),
  usual_minutes: nullable(
    Type.Number({
      description:
        'The usual gap at this hour, or in the next one in which the flow is usually started; null while too little is known.',
    }),
  ),
  half_days: Type.Array(
    resource('AlertHalfDay', {
      date_began: dateTime(),
      gap: nullable(gapSchema),
    }),
    {
      description:
        'Of UTC, oldest first: the gap of the highest multiple that ended in each, null where none is longer than hours of rest.',
    },
  ),
  open: nullable(gapSchema),
  multiples: Type.Array(Type.Number(), {
    description:
      'Of each gap that is long enough for an alert: a rule opens one for those at or above its threshold.',
  }),
});

export type AlertRuleGaps = Static<typeof gapsSchema>;
