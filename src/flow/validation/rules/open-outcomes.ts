/** Rules on outcomes at which an execution ends without a word: dead-end and failure-path. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';

/** What a contact wrote, pressed or said. A split on other data may well have nothing to do for the rest. */
const fromContact = /\b(inbound\.Body|message\.Body|conversation\.Body|Digits|SpeechResult)\b/;

const unexpectedEvents = new Set(['noMatch', 'timeout', 'noAnswer', 'busy']);

/**
 * dead-end: some outcomes are connected, but not the one for no reply or an unexpected one. Where nothing is
 * connected at all, the branch is meant to end.
 */
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

const failureOf: { readonly [T in WidgetTypeName]?: string } = {
  'make-http-request': 'failed',
  'run-function': 'fail',
  'run-function-v2': 'fail',
  'run-subflow': 'failed',
  'make-outgoing-call-v2': 'failed',
  'connect-virtual-agent-v2': 'failed',
};

/** failure-path: a request or task whose success leads on, but whose failure ends the execution without a word. */
export const failurePath: WidgetRule = {
  code: 'failure-path',
  severity: 'note',
  check({ type, index, links }) {
    const event = type && failureOf[type.type];
    if (event === undefined || links.every(({ next }) => next === '')) return [];
    const entries = links.filter((link) => link.event === event);
    if (entries.some(({ next }) => next !== '')) return [];
    const label = type?.events.find(({ name }) => name === event)?.label ?? event;
    const place = ['states', index, 'transitions'];
    return [
      {
        message: `${quote(label)} is not connected: after a failure the contact gets no answer.`,
        property_path: entries[0] === undefined ? pointer(...place) : pointer(...place, entries[0].index),
      },
    ];
  },
};
