/** Rules on the branches of a split as a whole: no-branches and same-target. */

import { addBranch } from '../../edit/branches.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { stateAt } from './widget-fix.ts';

/** no-branches: a split without any condition, which always leaves by no match. */
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

/** same-target: all ways out of a split lead to the same widget, so that it decides nothing. */
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
