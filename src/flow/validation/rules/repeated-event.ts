/** repeated-event: of several transitions for one event only the first is used. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

export const repeatedEvent: WidgetRule = {
  code: 'repeated-event',
  severity: 'warning',
  check({ type, index, links }) {
    const first = new Map<string, number>();
    for (const link of links) if (!first.has(link.event)) first.set(link.event, link.index);
    return links
      .filter(({ event }) => event !== '' && event !== type?.repeats)
      .filter((link) => first.get(link.event) !== link.index)
      .map((link) => ({
        message: `Event ${quote(link.event)} has more than one transition: only the first is used.`,
        property_path: pointer('states', index, 'transitions', link.index),
      }));
  },
  fix: (_finding, path) => ({
    label: 'Remove the transition',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};
