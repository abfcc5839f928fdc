/** Properties and outputs of both message widgets. */

import type { State } from '../definition.ts';
import type { JsonObject } from '../json/json.ts';
import { textOf } from '../json/json.ts';
import { json, keyValues, suggestion, template, text, toggle } from './property-schema.ts';
import { phrase, type SummaryWords, shortAddress } from './summary.ts';
import type { OutputSpec } from './widget-type.ts';

const content = { property: 'message_type', is: ['content_template'] };

export const contentProperties = {
  body: template('Message', 'What the contact reads.', { lines: 5 }),
  media_url: template('Attach media', 'Address of a picture, sound or document that goes along.', {
    placeholder: 'https://',
  }),
};

export const senderProperties = {
  from: template('Send from', 'Address or name that the message comes from.', {
    default: '{{flow.channel.address}}',
  }),
};

export const recipientProperties = {
  to: template('Send to', 'Address that the message goes to: usually the contact of this execution.', {
    default: '{{contact.channel.address}}',
  }),
};

export const deliveryProperties = {
  message_type: suggestion(
    'Kind of message',
    'A text written here, or a template that is kept with the carrier.',
    { custom: 'Written here', content_template: 'Content template' },
    { advanced: true },
  ),
  content_sid: text('Content template', 'SID of the template that is kept with the carrier.', {
    advanced: true,
    when: content,
  }),
  content_variables: keyValues('Template variables', 'What is filled into the content template.', {
    advanced: true,
    when: content,
  }),
  service: template('Messaging service', 'Service or conversation service that the message goes through.', {
    advanced: true,
    default: '{{trigger.message.InstanceSid}}',
  }),
  channel: template('Channel', 'Chat channel or conversation that the message is written into.', {
    advanced: true,
    default: '{{trigger.message.ChannelSid}}',
  }),
  attributes: json('Attributes', 'Further data of a chat message, as JSON.', { advanced: true, lines: 3 }),
  shorten_urls: toggle(
    'Shorten links',
    'Links in the message are replaced by short ones. When someone opens one, the execution notes it.',
    {
      advanced: true,
    },
  ),
};

/** Outputs about the sent message. */
export const outboundOutputs: readonly OutputSpec[] = [
  { path: 'outbound.Sid', means: 'SID of the message that was sent.' },
  { path: 'outbound.Status', means: 'What the carrier said of it: queued, sent, failed …' },
  { path: 'outbound.Body', means: 'The text with its variables filled in.' },
  { path: 'outbound.From', means: 'Where it came from.' },
  { path: 'outbound.To', means: 'Where it went.' },
  { path: 'outbound.NumMedia', means: 'How many media went along.' },
  { path: 'outbound.ErrorCode', means: 'Why it could not be sent.' },
  { path: 'outbound.ErrorMessage', means: 'The same in words.' },
  { path: 'outbound.DateCreated', means: 'When it was sent.' },
];

/** The message text, or the content template or media instead of it. */
export function messageSummary(properties: JsonObject, _: State, words: SummaryWords): string {
  if (textOf(properties.body).trim() !== '') return textOf(properties.body).trim();
  const template = textOf(properties.content_sid);
  if (template !== '') return phrase(words, 'Content template {{value}}', template);
  return shortAddress(properties.media_url);
}
