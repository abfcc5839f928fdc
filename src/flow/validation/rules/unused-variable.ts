/** unused-variable: a variable is set and nothing in the flow reads it. A note, as a parent flow may. */

import { isObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';

export const unusedVariable: FlowRule = {
  code: 'unused-variable',
  severity: 'note',
  check(flow) {
    // Down to the key: who reads flow.variables.visit.date reads flow.variables.visit.
    const read = new Set(
      flow.widgets.flatMap((widget) => flow.readsOf(widget).map(({ parts }) => parts.slice(0, 3).join('.'))),
    );
    const readsAll = read.has('flow') || read.has('flow.variables');
    if (readsAll) return [];
    return flow.widgets.flatMap(({ type, name, index, properties, links }) => {
      const { variables } = properties;
      if (type?.type !== 'set-variables' || !Array.isArray(variables)) return [];
      // What is set last is the result of the execution, which others may read.
      if (links.every(({ next }) => next === '')) return [];
      return variables.flatMap((each, at) => {
        const key = isObject(each) ? textOf(each.key).trim() : '';
        if (key === '' || key.includes('{{')) return [];
        if (read.has(`flow.variables.${key}`) || read.has(`widgets.${name}.${key}`)) return [];
        return [
          {
            message: `Variable ${quote(key)} is set, but no widget of this flow reads it.`,
            property_path: pointer('states', index, 'properties', 'variables', at),
          },
        ];
      });
    });
  },
};
