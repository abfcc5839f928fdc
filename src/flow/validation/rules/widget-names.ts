/** Rules on the names of widgets: widget-name, unique-name and similar-name. */

import { isWidgetName, nameError, notInWidgetName, renameWidget } from '../../edit/rename-widget.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, WidgetRule } from './rule.ts';
import { stateAt } from './widget-fix.ts';

/** widget-name: a name can stand in `widgets.NAME`: a letter, then letters, digits, _ and -. */
export const widgetName: WidgetRule = {
  code: 'widget-name',
  severity: 'warning',
  check({ name, index }) {
    if (name === '' || isWidgetName(name)) return [];
    return [
      {
        message: `Widget name ${quote(name)} should start with a letter and contain only letters, digits, _ and -.`,
        property_path: pointer('states', index, 'name'),
      },
    ];
  },
  fix(_finding, path, definition) {
    const found = stateAt(definition, path);
    const name = (found?.state.name ?? '').replace(notInWidgetName, '_').replace(/^[^\p{L}]+/u, '');
    if (found === null || nameError(definition, found.id, name) !== null) return null;
    return {
      label: `Rename to ${name}`,
      edit(before) {
        const renamed = renameWidget(before, found.id, name);
        return renamed.ok ? renamed.definition : before;
      },
    };
  },
};

/** unique-name: no two widgets have the same name. The later ones are reported. */
export const uniqueName: FlowRule = {
  code: 'unique-name',
  severity: 'error',
  check({ widgets }) {
    const taken = new Set<string>();
    return widgets.flatMap(({ name, index }) => {
      if (name === '') return [];
      if (taken.has(name)) {
        return [
          {
            message: `Widget name ${quote(name)} must be unique: another widget has it.`,
            property_path: pointer('states', index, 'name'),
          },
        ];
      }
      taken.add(name);
      return [];
    });
  },
};

/** similar-name: two widgets whose names differ only in upper and lower case. */
export const similarName: FlowRule = {
  code: 'similar-name',
  severity: 'warning',
  check({ widgets }) {
    const first = new Map<string, string>();
    return widgets.flatMap(({ name, index }) => {
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
