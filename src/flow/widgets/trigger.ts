/** trigger: where an execution begins, one event for each way in. */

import { propertiesSchema } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

export const trigger: WidgetType = {
  type: 'trigger',
  title: 'Trigger',
  category: 'flow',
  means: 'Begins an execution when a call, a message, a request or a parent flow comes in.',
  schema: propertiesSchema({}),
  events: [
    { name: 'incomingCall', label: 'Incoming call', means: 'Someone calls an address of the flow.' },
    {
      name: 'incomingMessage',
      label: 'Incoming message',
      means: 'Someone writes to an address of the flow.',
    },
    { name: 'incomingRequest', label: 'REST request', means: 'An execution is created through the API.' },
    {
      name: 'incomingConversationMessage',
      label: 'Conversation',
      means: 'A message arrives in a conversation that the flow takes part in.',
    },
    { name: 'incomingParent', label: 'Parent flow', means: 'Another flow runs this one as a subflow.' },
  ],
  outputs: [],
  defaults: {},
  example: {
    name: 'Trigger',
    type: 'trigger',
    transitions: [
      { event: 'incomingMessage', next: 'ask_for_day' },
      { event: 'incomingCall', next: 'welcome' },
      { event: 'incomingRequest' },
      { event: 'incomingConversationMessage' },
      { event: 'incomingParent' },
    ],
    properties: { offset: { x: 0, y: 0 } },
  },
  summary: () => '',
};
