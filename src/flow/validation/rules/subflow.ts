/** Rules on which flow a run-subflow widget runs: subflow-sid, subflow-revision and subflow-cycle. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule, Violation, WidgetRule, WidgetView } from './rule.ts';
import { isStandIn } from './stand-in.ts';

/** A SID, or one with X for its digits. */
const sid = /^FW[0-9a-fA-FxX]{32}$/;
const revision = /^[1-9]\d*$|^LatestPublished$|^LatestRevision$/;

/** subflow-sid: the flow is fixed, not a variable. */
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

/** subflow-revision: so is its revision. */
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

/** subflow-cycle: a flow that runs itself as a subflow, where the SID of the flow is known. */
export const subflowCycle: FlowRule = {
  code: 'subflow-cycle',
  severity: 'warning',
  check({ widgets, sid }) {
    return widgets
      .filter(({ type, properties }) => type?.type === 'run-subflow' && textOf(properties.flow_sid) === sid)
      .map(({ index }) => ({
        message: 'The flow runs itself as a subflow, which fails: choose another flow.',
        property_path: pointer('states', index, 'properties', 'flow_sid'),
      }));
  },
};
