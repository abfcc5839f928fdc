/** unreachable: no path leads from the initial state to this widget. */

import { removeWidgets } from '../../edit/remove-widgets.ts';
import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, FlowView } from './rule.ts';
import { stateAt } from './widget-fix.ts';

export const unreachable: FlowRule = {
  code: 'unreachable',
  severity: 'warning',
  check(reading) {
    const reached = reachableFrom(textOf(reading.definition.initial_state), reading);
    if (reached.size === 0) return [];
    return reading.widgets
      .filter(({ name }) => name !== '' && !reached.has(name))
      .map(({ name, index }) => ({
        message: `Widget ${quote(name)} cannot be reached from the trigger.`,
        property_path: pointer('states', index),
      }));
  },
  fix(_finding, path, definition) {
    const widget = stateAt(definition, path);
    if (widget === null) return null;
    return { label: 'Delete the widget', edit: (before) => removeWidgets(before, [widget.id]) };
  },
};

function reachableFrom(first: string, { widgets }: FlowView): Set<string> {
  const byName = new Map(widgets.map((widget) => [widget.name, widget]));
  const reached = new Set<string>();
  const queue = [first];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const widget = byName.get(name);
    if (widget === undefined || reached.has(name)) continue;
    reached.add(name);
    for (const { next } of widget.links) if (next !== '') queue.push(next);
  }
  return reached;
}
