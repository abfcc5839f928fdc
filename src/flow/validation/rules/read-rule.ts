/** A rule on what templates read: its message, and the quick fix that reads the variable which seems to be meant. */

import { pointer, valueAt } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import { type FlowRule, type FlowView, type TemplateRead, viewFlow, type WidgetView } from './rule.ts';
import { templateReads } from './template-reads.ts';
import { replaceAt } from './widget-fix.ts';

/** A read of a variable that is not there; `wanted` is the one that seems to be meant. */
export type WrongRead = TemplateRead & { widget: WidgetView; wanted: string | undefined };

export function readRule<Read extends WrongRead>(
  code: string,
  wrongReads: (flow: FlowView) => Read[],
  problemOf: (read: Read) => string,
): FlowRule {
  const placeOf = ({ widget, place }: WrongRead) => pointer('states', widget.index, ...place);
  return {
    code,
    severity: 'warning',
    check: (flow) =>
      wrongReads(flow).map((read) => ({
        message: [
          problemOf(read),
          ...(read.wanted === undefined ? [] : [`Did you mean ${quote(read.wanted)}?`]),
        ].join(' '),
        property_path: placeOf(read),
      })),
    fix(finding, path, definition) {
      const reads = wrongReads(viewFlow(definition, templateReads));
      const read = reads.find((each) => placeOf(each) === finding.property_path);
      const text = valueAt(definition, path);
      if (read?.wanted === undefined || typeof text !== 'string') return null;
      const changed = text.slice(0, read.start) + read.wanted + text.slice(read.end);
      return { label: `Use ${read.wanted}`, edit: (before) => replaceAt(before, path, changed) };
    },
  };
}
