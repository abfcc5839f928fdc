/** no-branches: a split without any condition, which always leaves by no match. */

import { addBranch } from '../../edit/branches.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';
import { stateAt } from './widget-fix.ts';

export const noBranches: WidgetRule = {
  code: 'no-branches',
  severity: 'warning',
  check({ type, index, links }) {
    if (type?.type !== 'split-based-on') return [];
    if (!links.some(({ next }) => next !== '')) return [];
    const hasBranch = links.some(({ event }) => event === 'match');
    if (hasBranch) return [];
    return [
      {
        message: 'No branch is defined: the widget always leaves by “No match”.',
        property_path: pointer('states', index, 'transitions'),
      },
    ];
  },
  fix(_finding, path, definition) {
    const widget = stateAt(definition, path);
    if (widget === null) return null;
    return { label: 'Add a branch', edit: (before) => addBranch(before, widget.id).definition };
  },
};
