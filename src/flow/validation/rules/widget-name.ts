/** widget-name: a name can stand in `widgets.NAME`: a letter, then letters, digits, _ and -. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';

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
};
