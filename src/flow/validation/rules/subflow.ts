/** subflow-sid and subflow-revision: which flow a run-subflow widget runs is fixed, not a variable. */

import { pointer } from '../../json/json-pointer.ts';
import type { Violation, WidgetRule, WidgetView } from './rule.ts';
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
