/** Operations of /v1/Alerts and /v1/AlertRules. */

import { Type } from 'typebox';
import { jsonText, oneOf, operationsIn, resource, sid } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { alertStates, maxTargets, ruleKinds } from './kinds.ts';
import { alertRuleSchema, alertSchema, alertSummarySchema, gapsSchema } from './schemas.ts';

const operation = operationsIn('Alerts');
const one = { Sid: sid('AL', 'The alert.') };
const rule = {
  Key: Type.String({
    description: 'The kind of the rule, and for one flow a dot and its SID.',
    pattern: `^(${ruleKinds.join('|')})(\\.FW[0-9a-f]{32})?$`,
    mismatch: 'must be a kind of rule, or one with a dot and the SID of a flow',
  }),
};

export const listAlerts = operation({
  id: 'ListAlert',
  permission: 'alerts.read',
  method: 'GET',
  path: paths.alerts,
  summary: 'List the alerts of the account',
  note: 'Newest first.',
  query: { ...pageQuery, State: Type.Optional(oneOf(alertStates, 'Which; the open ones by default.')) },
  responses: { 200: { text: 'A page of alerts.', schema: pageOf('AlertPage', 'alerts', alertSchema) } },
});

export const fetchAlert = operation({
  id: 'FetchAlert',
  permission: 'alerts.read',
  method: 'GET',
  path: paths.alert.template,
  summary: 'Fetch an alert',
  params: one,
  responses: { 200: { text: 'The alert.', schema: alertSchema } },
});

export const updateAlert = operation({
  id: 'UpdateAlert',
  permission: 'alerts.write',
  method: 'POST',
  audit: { object: 'alert', shows: ['Action', 'Minutes'] },
  path: paths.alert.template,
  summary: 'Acknowledge, silence or unsilence an alert',
  note: 'No one is notified again of an acknowledged or silenced alert. One that is silenced for a time stays so if it ends and opens again.',
  params: one,
  form: {
    Action: oneOf(['acknowledge', 'silence', 'unsilence'], 'What to do.'),
    Minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 525_600,
        description: 'For how long it is silenced; until it has been well once where this is left out.',
      }),
    ),
  },
  responses: { 200: { text: 'The alert.', schema: alertSchema }, ...problemResponses(409) },
});

export const fetchAlertSummary = operation({
  id: 'FetchAlertSummary',
  permission: 'alerts.read',
  method: 'GET',
  path: paths.alertSummary,
  summary: 'Fetch whether all is well',
  responses: { 200: { text: 'In figures.', schema: alertSummarySchema } },
});

export const listAlertRules = operation({
  id: 'ListAlertRule',
  permission: 'alerts.read',
  method: 'GET',
  path: paths.alertRules,
  summary: 'List the rules of the account',
  note: 'The rules that every account has, and those that are set for single flows.',
  responses: {
    200: {
      text: 'The rules.',
      schema: resource('AlertRuleList', { rules: Type.Array(alertRuleSchema) }),
    },
  },
});

export const fetchAlertRule = operation({
  id: 'FetchAlertRule',
  permission: 'alerts.read',
  method: 'GET',
  path: paths.alertRule.template,
  summary: 'Fetch a rule',
  params: rule,
  responses: { 200: { text: 'The rule.', schema: alertRuleSchema } },
});

export const fetchAlertRuleGaps = operation({
  id: 'FetchAlertRuleGaps',
  permission: 'alerts.read',
  method: 'GET',
  path: paths.alertRuleGaps.template,
  summary: 'Fetch the longest gaps between the starts of a flow',
  note: 'Of the last 14 days, as the rule `no-starts` of that flow measures them, which is the only kind that has them.',
  params: rule,
  responses: { 200: { text: 'The gaps.', schema: gapsSchema } },
});

export const updateAlertRule = operation({
  id: 'UpdateAlertRule',
  permission: 'alerts.rules',
  method: 'POST',
  audit: { object: 'alert_rule', shows: ['Enabled', 'Threshold'], secrets: ['Targets'] },
  path: paths.alertRule.template,
  summary: 'Set a rule',
  note: 'Fields that are left out are not changed.',
  params: rule,
  form: {
    Enabled: Type.Optional(Type.Boolean({ description: 'Whether alerts open by it.' })),
    Threshold: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'In the unit of the kind.' }),
    ),
    Targets: Type.Optional(
      jsonText(
        `A list of up to ${maxTargets}: {kind: "email", to}, {kind: "webhook", to, secret?} or {kind: "flow", flow_sid, to, from}; null for those of every rule. A webhook without a secret keeps the one that it has.`,
      ),
    ),
    RepeatMinutes: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_440, description: 'Tell again after so long; 0 for never.' }),
    ),
    TellsEnd: Type.Optional(Type.Boolean({ description: 'Tell when it is well again.' })),
  },
  rules: {
    Threshold: 'within the bounds of the kind; `every` has none',
    Targets: 'a list of targets, or null',
  },
  responses: { 200: { text: 'The rule.', schema: alertRuleSchema }, ...problemResponses(409) },
});

export const deleteAlertRule = operation({
  id: 'DeleteAlertRule',
  permission: 'alerts.rules',
  method: 'DELETE',
  audit: { object: 'alert_rule' },
  path: paths.alertRule.template,
  summary: 'Remove what is set for a rule',
  note: 'The rule is again as every account has it, or for a flow as for all flows.',
  params: rule,
  responses: { 204: { text: 'Removed.' } },
});

export const testAlertRule = operation({
  id: 'TestAlertRule',
  permission: 'alerts.rules',
  method: 'POST',
  audit: { object: 'alert_rule' },
  path: paths.alertRuleTest.template,
  summary: 'Send a test notice by each way of a rule',
  note: 'To the targets as they are saved, once a minute at most. It is tried once: what fails stands among the failed jobs. A flow is really started.',
  params: rule,
  responses: {
    202: {
      text: 'They are under way.',
      schema: resource('AlertRuleTest', {
        key: Type.String(),
        targets: Type.Integer({ minimum: 1, maximum: maxTargets, description: 'How many notices are sent.' }),
      }),
    },
    ...problemResponses(409),
  },
});
