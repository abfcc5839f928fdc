/**
 * dead-end: some outcomes are connected, but not the one for no reply or an unexpected one. Where nothing is
 * connected at all, the branch is meant to end.
 */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';

const unexpectedEvents = new Set(['noMatch', 'timeout', 'noAnswer', 'busy']);

export const deadEnd: WidgetRule = {
  code: 'dead-end',
  severity: 'warning',
  check({ type, index, links }) {
    if (type === undefined || links.every(({ next }) => next === '')) return [];
    return links
      .filter(({ event, next }) => unexpectedEvents.has(event) && next === '')
      .map((link) => {
        const label = type.events.find(({ name }) => name === link.event)?.label ?? link.event;
        return {
          message: `${quote(label)} is not connected: the execution ends there.`,
          property_path: pointer('states', index, 'transitions', link.index),
        };
      });
  },
};
