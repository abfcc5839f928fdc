/** create-chat-channel and add-member-to-chat-channel: retired types that no public document describes. */

import { textOf } from '../json.ts';
import type { WidgetType } from '../widget.ts';
import { propertiesSchema } from './property.ts';

export const createChatChannel: WidgetType = {
  type: 'create-chat-channel',
  title: 'Create chat channel',
  category: 'messaging',
  means: 'Opens a chat channel.',
  schema: propertiesSchema({}),
  events: [
    { name: 'success', label: 'Created', means: 'The channel is there.' },
    { name: 'failed', label: 'Failed', means: 'It could not be created.' },
  ],
  outputs: [],
  defaults: {},
  example: {
    name: 'open_channel',
    type: 'create-chat-channel',
    transitions: [{ event: 'success', next: 'add_person' }, { event: 'failed' }],
    properties: { offset: { x: 0, y: 240 } },
  },
  summary: ({ friendly_name }) => textOf(friendly_name),
  legacy: true,
};

export const addMemberToChatChannel: WidgetType = {
  type: 'add-member-to-chat-channel',
  title: 'Add chat member',
  category: 'messaging',
  means: 'Adds somebody to a chat channel.',
  schema: propertiesSchema({}),
  events: [
    { name: 'success', label: 'Added', means: 'The member is in the channel.' },
    { name: 'failed', label: 'Failed', means: 'The member could not be added.' },
  ],
  outputs: [],
  defaults: {},
  example: {
    name: 'add_person',
    type: 'add-member-to-chat-channel',
    transitions: [{ event: 'success', next: 'greet' }, { event: 'failed' }],
    properties: { offset: { x: 0, y: 240 } },
  },
  summary: ({ identity }) => textOf(identity),
  legacy: true,
};
