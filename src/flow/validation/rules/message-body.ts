/** message-body: a message has a text, media or a content template. */

import { pointer } from '../../json/json-pointer.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

export const messageBody: WidgetRule = {
  code: 'message-body',
  severity: 'error',
  check({ type, index, properties }) {
    if (type?.type !== 'send-message' && type?.type !== 'send-and-wait-for-reply') return [];
    if (properties.message_type === 'content_template') return [];
    const { body, media_url, content_sid } = properties;
    if (![body, media_url, content_sid].every(isEmpty)) return [];
    return [
      { message: 'Message body is required.', property_path: pointer('states', index, 'properties', 'body') },
    ];
  },
};

/** Only what is absent or blank: a value of another type is a finding of its own. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

export const messageBodyExample: RuleExample = {
  why: 'A message needs a text, media or a content template.',
  bad: {
    states: [
      {
        name: 'tell',
        type: 'send-message',
        properties: { from: '{{flow.channel.address}}', body: '' },
        transitions: [],
      },
    ],
  },
  good: {
    states: [
      {
        name: 'tell',
        type: 'send-message',
        properties: { from: '{{flow.channel.address}}', body: 'Hello' },
        transitions: [],
      },
    ],
  },
};
