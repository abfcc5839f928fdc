/** similar-name: two widgets whose names differ only in upper and lower case. */

import { renameWidget } from '../../edit/rename-widget.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';
import { stateAt } from './widget-fix.ts';

export const similarName: FlowRule = {
  code: 'similar-name',
  severity: 'warning',
  check({ widgets }) {
    const first = new Map<string, string>();
    return widgets.flatMap(({ name, index }) => {
      if (name === '') return [];
      const key = name.toLowerCase();
      const other = first.get(key);
      if (other === undefined) first.set(key, name);
      if (other === undefined || other === name) return [];
      return [
        {
          message: `${quote(name)} and ${quote(other)} differ only in case: templates that mix them up read nothing.`,
          property_path: pointer('states', index, 'name'),
        },
      ];
    });
  },
  fix(_finding, path, definition) {
    const found = stateAt(definition, path);
    if (found === null || typeof found.state.name !== 'string') return null;
    const taken = new Set(definition.states.map(({ name }) => String(name).toLowerCase()));
    let number = 2;
    while (taken.has(`${found.state.name}_${number}`.toLowerCase())) number++;
    const name = `${found.state.name}_${number}`;
    return {
      label: `Rename to ${name}`,
      edit(before) {
        const renamed = renameWidget(before, found.id, name);
        return renamed.ok ? renamed.definition : before;
      },
    };
  },
};
