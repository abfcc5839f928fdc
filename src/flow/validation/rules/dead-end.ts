/**
 * dead-end: some outcomes are connected, but not the one for no reply or an unexpected one. Where nothing is
 * connected at all, the branch is meant to end.
 */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';

/** What a contact wrote, pressed or said. A split on other data may well have nothing to do for the rest. */
const fromContact = /\b(inbound\.Body|message\.Body|conversation\.Body|Digits|SpeechResult)\b/;

const unexpectedEvents = new Set(['noMatch', 'timeout', 'noAnswer', 'busy']);

export const deadEnd: WidgetRule = {
  code: 'dead-end',
  severity: 'warning',
  check({ type, index, links, properties }) {
    if (type === undefined || links.every(({ next }) => next === '')) return [];
    if (type.type === 'split-based-on' && !fromContact.test(textOf(properties.input))) return [];
    const place = ['states', index, 'transitions'];
    return type.events
      .filter(({ name }) => unexpectedEvents.has(name))
      .flatMap(({ name, label }) => {
        const message = `${quote(label)} is not connected: the execution ends there.`;
        const entries = links.filter(({ event }) => event === name);
        if (entries.length === 0) return [{ message, property_path: pointer(...place) }];
        return entries
          .filter(({ next }) => next === '')
          .map((entry) => ({ message, property_path: pointer(...place, entry.index) }));
      });
  },
};
