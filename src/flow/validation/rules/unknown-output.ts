/** unknown-output: a template reads a variable that a widget of that type does not set. */

import { widgetType } from '../../widgets/widget-types.ts';
import { quote } from '../violation-message.ts';
import { readRule, type WrongRead } from './read-rule.ts';
import type { FlowView, WidgetView } from './rule.ts';

/** Types whose variables are known in full, by the first part of their paths. */
const closedTypes = new Set<string | undefined>([
  'send-and-wait-for-reply',
  'send-message',
  'gather-input-on-call',
  'make-http-request',
  'split-based-on',
]);

export const unknownOutput = readRule(
  'unknown-output',
  unknownReads,
  ({ source, parts }) => `Widget ${quote(source.name)} sets no variable ${quote(parts[2] ?? '')}.`,
);

function unknownReads(flow: FlowView): (WrongRead & { source: WidgetView })[] {
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
