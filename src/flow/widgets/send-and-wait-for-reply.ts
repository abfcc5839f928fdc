/** send-and-wait-for-reply: asks the contact something and waits for the answer. */

import {
  contentProperties,
  deliveryProperties,
  messageSummary,
  outboundOutputs,
  senderProperties,
} from './message-properties.ts';
import { propertiesSchema, secondsText, text } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

export const sendAndWaitForReply: WidgetType = {
  type: 'send-and-wait-for-reply',
  title: 'Send & wait for reply',
  category: 'messaging',
  means: 'Sends a message and waits until the contact replies or the time is up.',
  schema: propertiesSchema(
    {
      ...contentProperties,
      timeout: secondsText('Wait for a reply', 'How long to wait for the contact.', { default: '3600' }),
      save_response_as: text('Reply stored as', 'Name under which the reply is kept as well.', {
        placeholder: 'inbound.Body',
      }),
      ...senderProperties,
      ...deliveryProperties,
    },
    ['from'],
  ),
  events: [
    { name: 'incomingMessage', label: 'Reply', means: 'The contact has replied.' },
    { name: 'timeout', label: 'No reply', means: 'The time is up.' },
    { name: 'deliveryFailure', label: 'Failed', means: 'The message could not be delivered.' },
  ],
  outputs: [
    { path: 'inbound.Body', means: 'What the contact wrote.' },
    { path: 'inbound.From', means: 'Address of the sender of the reply.' },
    { path: 'inbound.To', means: 'Where it was sent to.' },
    { path: 'inbound.MessageSid', means: 'SID of the reply.' },
    { path: 'inbound.NumMedia', means: 'How many media came with it.' },
    { path: 'inbound.MediaUrl0', means: 'Address of the first of them.' },
    { path: 'inbound.MediaContentType0', means: 'Its media type.' },
    { path: 'inbound.OptOutType', means: 'STOP, START or HELP when the reply was such a word.' },
    ...outboundOutputs,
  ],
  defaults: {
    body: '',
    from: '{{flow.channel.address}}',
    service: '{{trigger.message.InstanceSid}}',
    channel: '{{trigger.message.ChannelSid}}',
    timeout: '3600',
  },
  example: {
    name: 'ask_for_day',
    type: 'send-and-wait-for-reply',
    transitions: [
      { event: 'incomingMessage', next: 'check_reply' },
      { event: 'timeout', next: 'remind' },
      { event: 'deliveryFailure' },
    ],
    properties: {
      offset: { x: 0, y: 240 },
      body: 'Hi {{flow.data.name}}, you are due on {{flow.data.date}}. Reply YES or NO.',
      from: '{{flow.channel.address}}',
      service: '{{trigger.message.InstanceSid}}',
      channel: '{{trigger.message.ChannelSid}}',
      timeout: '3600',
    },
  },
  summary: messageSummary,
};
