/** widget-name: a name can stand in `widgets.NAME`: a letter, then letters, digits, _ and -. */

import { nameError, renameWidget } from '../../edit/rename-widget.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { stateAt } from './widget-fix.ts';

export const widgetName: WidgetRule = {
  code: 'widget-name',
  severity: 'warning',
  check({ name, index }) {
    if (name === '' || /^\p{L}[\p{L}\p{N}_-]*$/u.test(name)) return [];
    return [
      {
        message: `Widget name ${quote(name)} should start with a letter and contain only letters, digits, _ and -.`,
        property_path: pointer('states', index, 'name'),
      },
    ];
  },
  fix(_finding, path, definition) {
    const found = stateAt(definition, path);
    const name = (found?.state.name ?? '').replace(/[^\p{L}\p{N}_-]+/gu, '_').replace(/^[^\p{L}]+/u, '');
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
