/** unknown-output: a template reads a variable that a widget of that type does not set. */

import { pointer, valueAt } from '../../json/json-pointer.ts';
import { widgetType } from '../../widgets/widget-types.ts';
import { quote } from '../violation-message.ts';
import { type FlowRule, type FlowView, viewFlow, type WidgetView } from './rule.ts';
import { templateReads } from './template-reads.ts';
import { replaceAt } from './widget-fix.ts';

/** Types whose variables are known in full, by the first part of their paths. */
const closedTypes = new Set<string | undefined>([
  'send-and-wait-for-reply',
  'send-message',
  'gather-input-on-call',
  'make-http-request',
  'split-based-on',
]);

export const unknownOutput: FlowRule = {
  code: 'unknown-output',
  severity: 'warning',
  check(flow) {
    return unknownReads(flow).map(({ widget, source, path, place, wanted }) => ({
      message: [
        `Widget ${quote(source.name)} sets no variable ${quote(path.split('.')[2] ?? '')}.`,
        ...(wanted === undefined ? [] : [`Did you mean ${quote(wanted)}?`]),
      ].join(' '),
      property_path: pointer('states', widget.index, ...place),
    }));
  },
  fix(finding, path, definition) {
    const read = unknownReads(viewFlow(definition, templateReads)).find(
      ({ widget, place }) => pointer('states', widget.index, ...place) === finding.property_path,
    );
    const text = valueAt(definition, path);
    if (read?.wanted === undefined || typeof text !== 'string') return null;
    const changed = text.slice(0, read.start) + read.wanted + text.slice(read.end);
    return { label: `Use ${read.wanted}`, edit: (before) => replaceAt(before, path, changed) };
  },
};

type UnknownRead = ReturnType<FlowView['readsOf']>[number] & {
  widget: WidgetView;
  source: WidgetView;
  wanted: string | undefined;
};

function unknownReads(flow: FlowView): UnknownRead[] {
  const byName = new Map(flow.widgets.map((widget) => [widget.name, widget]));
  return flow.widgets.flatMap((widget) =>
    flow.readsOf(widget).flatMap((read) => {
      const [root, name = '', output] = read.parts;
      const source = root === 'widgets' ? byName.get(name) : undefined;
      if (source === undefined || output === undefined || !closedTypes.has(source.type?.type)) return [];
      const outputs = widgetType(source.type?.type)?.outputs.map(({ path }) => path) ?? [];
      if (outputs.some((path) => path === output || path.startsWith(`${output}.`))) return [];
      const rest = read.parts.slice(2).join('.').toLowerCase();
      const similar = outputs.find(
        (path) => path.toLowerCase() === rest || path.toLowerCase().endsWith(`.${rest}`),
      );
      return [{ ...read, widget, source, wanted: similar && `widgets.${name}.${similar}` }];
    }),
  );
}
