/** idle-conditions: conditions decide only on `match` of split-based-on, elsewhere nobody reads them. */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';

export const unusedConditions: WidgetRule = {
  code: 'idle-conditions',
  severity: 'warning',
  check({ type, index, links }) {
    return links
      .filter(({ event }) => type?.type !== 'split-based-on' || event !== 'match')
      .filter(({ entry }) => Array.isArray(entry.conditions) && entry.conditions.length > 0)
      .map((link) => ({
        message: 'is not read here: only a match of a split has conditions',
        property_path: pointer('states', index, 'transitions', link.index, 'conditions'),
      }));
  },
};
