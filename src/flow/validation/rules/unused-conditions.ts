/** unused-conditions: only `match` of split-based-on evaluates conditions; elsewhere they have no effect. */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

export const unusedConditions: WidgetRule = {
  code: 'unused-conditions',
  severity: 'warning',
  check({ type, index, links }) {
    return links
      .filter(({ event }) => type?.type !== 'split-based-on' || event !== 'match')
      .filter(({ entry }) => Array.isArray(entry.conditions) && entry.conditions.length > 0)
      .map((link) => ({
        message: 'Conditions have no effect here: only a match of Split based on uses them.',
        property_path: pointer('states', index, 'transitions', link.index, 'conditions'),
      }));
  },
  fix: (_finding, path) => ({
    label: 'Remove the conditions',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};
