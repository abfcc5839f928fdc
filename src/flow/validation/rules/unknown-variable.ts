/** unknown-variable: a template reads a name that is none of contact, flow, trigger and widgets. */

import { pointer, valueAt } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import { type FlowRule, type FlowView, viewFlow, type WidgetView } from './rule.ts';
import { templateReads } from './template-reads.ts';
import { replaceAt } from './widget-fix.ts';

const roots = new Set(['contact', 'flow', 'trigger', 'widgets']);

/** Misspellings of a root. */
const corrections: readonly [RegExp, string][] = [
  [/^flow\.variable\./, 'flow.variables.'],
  [/^variables\./, 'flow.variables.'],
  [/^widget\./, 'widgets.'],
  [/^data\./, 'flow.data.'],
];

export const unknownVariable: FlowRule = {
  code: 'unknown-variable',
  severity: 'warning',
  check(flow) {
    return unknownReads(flow).map(({ widget, path, place, wanted }) => ({
      message: [
        `${quote(path)} is not a variable of an execution: it is empty.`,
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
  wanted: string | undefined;
};

function unknownReads(flow: FlowView): UnknownRead[] {
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
