/** next-widget: the target of a transition exists. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

export const nextWidget: FlowRule = {
  code: 'next-widget',
  severity: 'error',
  check({ widgets, names }) {
    return widgets.flatMap(({ index, links }) =>
      links
        .filter(({ next }) => next !== '' && !names.has(next))
        .map((link) => ({
          message: `Next widget ${quote(link.next)} of event ${quote(link.event)} must match a widget name.`,
          property_path: pointer('states', index, 'transitions', link.index, 'next'),
        })),
    );
  },
  fix: (_finding, path) => ({
    label: 'Remove the connection',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};
