/** repeated-event: only the first of several transitions for one event is ever taken. */

import { pointer } from '../pointer.ts';
import type { Rule } from './rule.ts';

export const repeatedEvent: Rule = {
  code: 'repeated-event',
  severity: 'warning',
  check({ widgets }) {
    return widgets.flatMap(({ type, index, links }) => {
      const taken = new Set<string>();
      return links.flatMap((link) => {
        if (link.event === '' || link.event === type?.repeats) return [];
        if (!taken.has(link.event)) {
          taken.add(link.event);
          return [];
        }
        return [
          {
            message: `is a second transition for “${link.event}”: only the first is taken`,
            property_path: pointer('states', index, 'transitions', link.index),
          },
        ];
      });
    });
  },
};
