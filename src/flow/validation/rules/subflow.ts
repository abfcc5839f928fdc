/** subflow-sid and subflow-revision: which flow a run-subflow widget runs is fixed, not a variable. */

import { pointer } from '../../json/json-pointer.ts';
import type { RuleExample, Violation, WidgetRule, WidgetView } from './rule.ts';
import { isStandIn } from './stand-in.ts';

/** A SID, or one with X for its digits. */
const sid = /^FW[0-9a-fA-FxX]{32}$/;
const revision = /^[1-9]\d*$|^LatestPublished$|^LatestRevision$/;

export const subflowSid: WidgetRule = {
  code: 'subflow-sid',
  severity: 'error',
  check: (widget) =>
    mismatch(
      widget,
      'flow_sid',
      sid,
      'Flow must be a valid, non-liquid flow sid: FW and 32 hexadecimal digits, no variables.',
    ),
};

export const subflowRevision: WidgetRule = {
  code: 'subflow-revision',
  severity: 'warning',
  check: (widget) =>
    mismatch(widget, 'flow_revision', revision, 'Revision should be LatestPublished or a revision number.'),
};

function mismatch(
  { type, index, properties }: WidgetView,
  property: string,
  form: RegExp,
  message: string,
): Violation[] {
  const value = properties[property];
  if (type?.type !== 'run-subflow' || typeof value !== 'string' || value.trim() === '') return [];
  if (form.test(value) || isStandIn(value)) return [];
  return [{ message, property_path: pointer('states', index, 'properties', property) }];
}

export const subflowSidExample: RuleExample = {
  why: 'Which flow runs as a subflow is fixed when the flow is published.',
  bad: {
    states: [
      {
        name: 'sub',
        type: 'run-subflow',
        properties: { flow_sid: '{{flow.variables.sid}}', flow_revision: 'LatestPublished' },
        transitions: [],
      },
    ],
  },
  good: {
    states: [
      {
        name: 'sub',
        type: 'run-subflow',
        properties: { flow_sid: 'FW00000000000000000000000000000001', flow_revision: 'LatestPublished' },
        transitions: [],
      },
    ],
  },
};

export const subflowRevisionExample: RuleExample = {
  why: 'Any other text means no revision, and the subflow fails.',
  bad: {
    states: [
      {
        name: 'sub',
        type: 'run-subflow',
        properties: { flow_sid: 'FW00000000000000000000000000000001', flow_revision: 'newest' },
        transitions: [],
      },
    ],
  },
  good: {
    states: [
      {
        name: 'sub',
        type: 'run-subflow',
        properties: { flow_sid: 'FW00000000000000000000000000000001', flow_revision: 'LatestPublished' },
        transitions: [],
      },
    ],
  },
};
