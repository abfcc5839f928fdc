/** unknown-variable: a template reads a name that is none of contact, flow, trigger and widgets. */

import { quote } from '../violation-message.ts';
import { readRule, type WrongRead } from './read-rule.ts';
import type { FlowView } from './rule.ts';

const roots = new Set(['contact', 'flow', 'trigger', 'widgets']);

/** Misspellings of a root. */
const corrections: readonly [RegExp, string][] = [
  [/^flow\.variable\./, 'flow.variables.'],
  [/^variables\./, 'flow.variables.'],
  [/^widget\./, 'widgets.'],
  [/^data\./, 'flow.data.'],
];

export const unknownVariable = readRule(
  'unknown-variable',
  unknownReads,
  ({ path }) => `${quote(path)} is not a variable of an execution: it is empty.`,
);

function unknownReads(flow: FlowView): WrongRead[] {
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
