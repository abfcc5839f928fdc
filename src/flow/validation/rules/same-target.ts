/** same-target: all ways out of a split lead to the same widget, so that it decides nothing. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';

export const sameTarget: WidgetRule = {
  code: 'same-target',
  severity: 'note',
  check({ type, index, links }) {
    const [first, ...others] = links;
    if (type?.type !== 'split-based-on' || first === undefined || others.length === 0) return [];
    if (first.next === '' || others.some(({ next }) => next !== first.next)) return [];
    return [
      {
        message: `Every branch leads to ${quote(first.next)}: the comparison has no effect.`,
        property_path: pointer('states', index, 'transitions'),
      },
    ];
  },
};
