/** subflow-sid and subflow-revision: which flow a run-subflow widget runs is fixed, not a variable. */

import { pointer } from '../pointer.ts';
import type { Reading, Rule } from './rule.ts';

/** A SID, or a stand-in for one: X for digits, `${…}` of an infrastructure template, FILL_IN_WORDS, <…>. */
const sid = /^FW[0-9a-fA-FxX]{32}$|\$\{|^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^<.+>$/;
const revision = /^\d+$|^LatestPublished$|^LatestRevision$|\$\{|^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$|^<.+>$/;

export const subflowSid: Rule = {
  code: 'subflow-sid',
  severity: 'error',
  check: (reading) => mismatches(reading, 'flow_sid', sid, 'must be a valid, non-liquid flow sid'),
};

export const subflowRevision: Rule = {
  code: 'subflow-revision',
  severity: 'warning',
  check: (reading) =>
    mismatches(reading, 'flow_revision', revision, 'should be LatestPublished or the number of a revision'),
};

function mismatches({ widgets }: Reading, property: string, form: RegExp, message: string) {
  return widgets
    .filter(({ type }) => type?.type === 'run-subflow')
    .filter(({ properties }) => typeof properties[property] === 'string' && !form.test(properties[property]))
    .map(({ index }) => ({ message, property_path: pointer('states', index, 'properties', property) }));
}
