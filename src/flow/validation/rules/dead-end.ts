/**
 * dead-end: the flow has a way on for some answers, but none when the contact does not answer or says
 * something unforeseen. Where nothing is connected at all the branch is meant to end.
 */

import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';

const unforeseen = new Set(['noMatch', 'timeout', 'noAnswer', 'busy']);

export const deadEnd: WidgetRule = {
  code: 'dead-end',
  severity: 'warning',
  check({ type, index, links }) {
    if (type === undefined || links.every(({ next }) => next === '')) return [];
    return links
      .filter(({ event, next }) => unforeseen.has(event) && next === '')
      .map((link) => {
        const label = type.events.find(({ name }) => name === link.event)?.label ?? link.event;
        return {
          message: `“${label}” leads nowhere; the execution ends there`,
          property_path: pointer('states', index, 'transitions', link.index),
        };
      });
  },
};
