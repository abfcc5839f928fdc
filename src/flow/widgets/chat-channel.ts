/** create-chat-channel and add-member-to-chat-channel. No public document describes the two types. */

import { textOf } from '../json/json.ts';
import { json, lenient, propertiesSchema, suggestion, template } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

const services = {
  kind: 'chat',
  configured: 'A request is sent to the endpoint, and its response becomes the variables of the widget.',
} as const;

export const createChatChannel: WidgetType = {
  type: 'create-chat-channel',
  title: 'Create chat channel',
  category: 'messaging',
  means: 'Opens a chat channel, or finds the one that has the unique name already.',
  schema: propertiesSchema({
    friendly_name: lenient(template('Name', 'What people read.')),
    unique_name: lenient(
      template('Unique name', 'Where a channel of that name is there already, it is that one which is used.'),
    ),
    type: lenient(
      suggestion(
        'Type',
        'Who may find the channel.',
        { private: 'Private', public: 'Public' },
        { advanced: true },
      ),
    ),
    attributes: lenient(json('Attributes', 'What applications read of the channel, as JSON.', { lines: 4 })),
  }),
  events: [
    { name: 'success', label: 'Created', means: 'The channel is there.' },
    { name: 'failed', label: 'Failed', means: 'It could not be created.' },
  ],
  outputs: [
    { path: 'sid', means: 'SID of the channel.' },
    { path: 'friendly_name', means: 'Its name.' },
    { path: 'unique_name', means: 'Its unique name; nothing when it has none.' },
    { path: 'attributes', means: 'Its attributes.' },
    { path: 'created', means: 'Whether it was made now; false for one that was there.' },
  ],
  services: {
    ...services,
    embedded:
      'The channel is a row with an address under `/v1/ChatChannels`, listed under Settings → Services.',
  },
  defaults: { friendly_name: '' },
  example: {
    name: 'open_channel',
    type: 'create-chat-channel',
    transitions: [{ event: 'success', next: 'add_person' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      friendly_name: 'Visit of {{flow.data.name}}',
      unique_name: 'visit-{{flow.data.id}}',
    },
  },
  summary: ({ friendly_name }) => textOf(friendly_name),
  legacy: true,
};

export const addMemberToChatChannel: WidgetType = {
  type: 'add-member-to-chat-channel',
  title: 'Add chat member',
  category: 'messaging',
  means: 'Adds a person to a chat channel; one who is in it already stays as they are.',
  schema: propertiesSchema({
    channel: lenient(
      template(
        'Channel',
        'SID or unique name of the channel; the one that the contact writes in when empty.',
      ),
    ),
    identity: lenient(template('Member', 'Who is added; the contact when empty.')),
    friendly_name: lenient(template('Name', 'What the others read.')),
    role: lenient(template('Role', 'What the member may do, in your own words.', { advanced: true })),
  }),
  events: [
    { name: 'success', label: 'Added', means: 'The member is in the channel.' },
    { name: 'failed', label: 'Failed', means: 'The member could not be added.' },
  ],
  outputs: [
    { path: 'sid', means: 'SID of the member.' },
    { path: 'channel_sid', means: 'SID of the channel.' },
    { path: 'identity', means: 'Who was added.' },
    { path: 'friendly_name', means: 'What the others read.' },
    { path: 'role', means: 'What the member may do.' },
    { path: 'created', means: 'Whether the member was added now; false for one who was in the channel.' },
  ],
  services: {
    ...services,
    embedded:
      'The member is a row of the channel. A channel that is not there, or that has 250 members, makes it fail.',
  },
  defaults: { channel: '', identity: '' },
  example: {
    name: 'add_person',
    type: 'add-member-to-chat-channel',
    transitions: [{ event: 'success', next: 'greet' }, { event: 'failed' }],
    properties: {
      offset: { x: 0, y: 240 },
      channel: '{{widgets.open_channel.sid}}',
      identity: '{{contact.channel.address}}',
    },
  },
  summary: ({ identity }) => textOf(identity),
  legacy: true,
};
