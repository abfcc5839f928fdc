/** Rules on templates that read what nothing sets: unknown-variable and unknown-output. */

import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import { readRule, type WrongRead } from './read-rule.ts';
import type { FlowView, WidgetView } from './rule.ts';

const roots = new Set(['contact', 'flow', 'trigger', 'widgets']);

/** Misspellings of a root. */
const corrections: readonly [RegExp, string][] = [
  [/^flow\.variable\./, 'flow.variables.'],
  [/^variables\./, 'flow.variables.'],
  [/^widget\./, 'widgets.'],
  [/^data\./, 'flow.data.'],
];

/** unknown-variable: a template reads a name that is none of contact, flow, trigger and widgets. */
export const unknownVariable = readRule(
  'unknown-variable',
  unknownVariables,
  ({ path }) => `${quote(path)} is not a variable of an execution: it is empty.`,
);

function unknownVariables(flow: FlowView): WrongRead[] {
  return flow.widgets.flatMap((widget) =>
    flow.readsOf(widget).flatMap((read) => {
      const [root = '', second] = read.parts;
      const isMisspelt = root === 'flow' && second === 'variable';
      if (read.mayBeEmpty || (roots.has(root) && !isMisspelt)) return [];
      const correction = corrections.find(([pattern]) => pattern.test(read.path));
      return [{ ...read, widget, wanted: correction && read.path.replace(...correction) }];
    }),
  );
}

/** Types whose variables are known in full, by the first part of their paths. */
const closedTypes = new Set<WidgetTypeName>([
  'send-and-wait-for-reply',
  'send-message',
  'gather-input-on-call',
  'make-http-request',
  'split-based-on',
]);

/** unknown-output: a template reads a variable that a widget of that type does not set. */
export const unknownOutput = readRule(
  'unknown-output',
  unknownOutputs,
  ({ source, parts }) => `Widget ${quote(source.name)} sets no variable ${quote(parts[2] ?? '')}.`,
);

function unknownOutputs(flow: FlowView): (WrongRead & { source: WidgetView })[] {
  const byName = new Map(flow.widgets.map((widget) => [widget.name, widget]));
  return flow.widgets.flatMap((widget) =>
    flow.readsOf(widget).flatMap((read) => {
      const [root, name = '', output] = read.parts;
      const source = root === 'widgets' ? byName.get(name) : undefined;
      if (source?.type === undefined || output === undefined || !closedTypes.has(source.type.type)) return [];
      const outputs = source.type.outputs.map(({ path }) => path);
      if (outputs.some((path) => path === output || path.startsWith(`${output}.`))) return [];
      const rest = read.parts.slice(2).join('.').toLowerCase();
      const similar = outputs.find(
        (path) => path.toLowerCase() === rest || path.toLowerCase().endsWith(`.${rest}`),
      );
      return [{ ...read, widget, source, wanted: similar && `widgets.${name}.${similar}` }];
    }),
  );
}
