/** widget-name: a name can stand in `widgets.NAME`: a letter, then letters, digits, _ and -. */

import { pointer } from '../pointer.ts';
import type { Rule } from './rule.ts';

export const widgetName: Rule = {
  code: 'widget-name',
  severity: 'warning',
  check({ widgets }) {
    return widgets
      .filter(({ name }) => name !== '' && !/^\p{L}[\p{L}\p{N}_-]*$/u.test(name))
      .map(({ index }) => ({
        message: 'should begin with a letter and have only letters, digits, _ and -',
        property_path: pointer('states', index, 'name'),
      }));
  },
};
