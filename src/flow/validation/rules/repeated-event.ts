/** repeated-event: only the first of several transitions for one event is ever taken. */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';

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
        message: `is a second transition for “${link.event}”: only the first is taken`,
        property_path: pointer('states', index, 'transitions', link.index),
      }));
  },
};
