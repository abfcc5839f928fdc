/** send-message: sends a message and continues at once. */

import {
  contentProperties,
  deliveryProperties,
  messageSummary,
  outboundOutputs,
  recipientProperties,
  senderProperties,
} from './message-properties.ts';
import { propertiesSchema } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

export const sendMessage: WidgetType = {
  type: 'send-message',
  title: 'Send message',
  category: 'messaging',
  means: 'Sends a message and continues at once.',
  schema: propertiesSchema(
    { ...contentProperties, ...senderProperties, ...recipientProperties, ...deliveryProperties },
    ['from'],
  ),
  events: [
    { name: 'sent', label: 'Sent', means: 'The carrier has accepted the message.' },
    { name: 'failed', label: 'Failed', means: 'The message could not be sent.' },
  ],
  outputs: outboundOutputs,
  defaults: {
    body: '',
    from: '{{flow.channel.address}}',
    to: '{{contact.channel.address}}',
    service: '{{trigger.message.InstanceSid}}',
    channel: '{{trigger.message.ChannelSid}}',
  },
  example: {
    name: 'thank_you',
    type: 'send-message',
    transitions: [{ event: 'sent', next: 'save_answer' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      body: 'Thank you {{flow.data.name}}. See you on {{flow.data.date}}.',
      from: '{{flow.channel.address}}',
      to: '{{contact.channel.address}}',
      service: '{{trigger.message.InstanceSid}}',
      channel: '{{trigger.message.ChannelSid}}',
      media_url: 'https://clinic.example/map.png',
    },
  },
  summary: messageSummary,
};
