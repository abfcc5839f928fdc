/** next-widget: a transition leads to a widget that is there, or nowhere. */

import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule } from './rule.ts';

export const nextWidget: FlowRule = {
  code: 'next-widget',
  severity: 'error',
  check({ widgets, names }) {
    return widgets.flatMap(({ index, links }) =>
      links
        .filter(({ next }) => next !== '' && !names.has(next))
        .map((link) => ({
          message: 'must match a widget name',
          property_path: pointer('states', index, 'transitions', link.index, 'next'),
        })),
    );
  },
};
