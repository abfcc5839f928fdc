/** understand: reads the meaning out of a text. No public document describes the type. */

import { isObject, textOf } from '../json/json.ts';
import { keyValues, lenient, propertiesSchema, template } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

export const understand: WidgetType = {
  type: 'understand',
  title: 'Understand',
  category: 'logic',
  means: 'Reads the meaning out of what the contact wrote.',
  schema: propertiesSchema({
    text: lenient(template('Text', 'What is read.', { placeholder: '{{trigger.message.Body}}' })),
    intents: lenient(
      keyValues(
        'Intents',
        'The key is the name of a meaning, the value the words that it is recognised by, separated by commas.',
      ),
    ),
    language: lenient(template('Language', 'For a configured service, such as en-US.', { advanced: true })),
  }),
  events: [
    {
      name: 'next',
      label: 'Next',
      means:
        'The text was read. A transition whose event is the name of the intent is taken before this one.',
    },
    { name: 'failed', label: 'Failed', means: 'The configured service has not responded as expected.' },
  ],
  outputs: [
    { path: 'intent', means: 'Name of the meaning; nothing when none was found.' },
    { path: 'confidence', means: 'How sure that is, from 0 to 1.' },
    { path: 'text', means: 'What was read.' },
  ],
  services: {
    kind: 'understand',
    configured: 'Text, language and intents are sent to the endpoint, which responds with the intent.',
    embedded:
      'The intent whose words occur most often in the text is chosen, ignoring case and accents; its share of all matches is the confidence.',
  },
  defaults: { text: '{{trigger.message.Body}}', intents: [] },
  example: {
    name: 'read_reply',
    type: 'understand',
    transitions: [{ event: 'next', next: 'check_reply' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      text: '{{widgets.ask.inbound.Body}}',
      intents: [
        { key: 'book', value: 'book, appointment, come by' },
        { key: 'cancel', value: 'cancel, call off' },
      ],
    },
  },
  summary: ({ intents }) =>
    Array.isArray(intents)
      ? intents
          .filter(isObject)
          .map((intent) => textOf(intent.key) || textOf(intent.name))
          .filter((name) => name !== '')
          .join(', ')
      : '',
  legacy: true,
};
