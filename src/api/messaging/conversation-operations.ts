/** Operation of /v1/Carrier/ConversationMessages: for testing flows that take part in a conversation. */

import { Type } from 'typebox';
import {
  jsonObjectText,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
} from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Test carrier');

export const createConversationMessage = operation({
  id: 'CreateConversationMessage',
  permission: 'messages.write',
  method: 'POST',
  audit: { none: 'Traffic of contacts; the test carrier stands for them.' },
  path: paths.conversationMessages,
  summary: 'Write in a conversation as a participant',
  note: 'The replies of the flow are messages to the SID of the conversation.',
  form: {
    FlowSid: sid('FW', 'The flow that takes part.'),
    ConversationSid: Type.Optional(
      text('The conversation; a new one when left out.', {
        maxLength: 64,
        pattern: '^[\\w-]+$',
        mismatch: 'must be a SID',
      }),
    ),
    Author: text('Who writes.', { maxLength: 300 }),
    Body: text('What is written.'),
    ChannelAttributes: Type.Optional(jsonObjectText<object>('Attributes of the conversation.')),
  },
  responses: {
    201: {
      text: 'The message.',
      schema: resource('ConversationMessage', {
        sid: Type.String(),
        account_sid: sid('AC'),
        flow_sid: sid('FW'),
        conversation_sid: Type.String(),
        author: Type.String({ personal: 'address' }),
        body: Type.String({ personal: 'text' }),
      }),
    },
    ...problemResponses(404),
  },
});

/** A message in a conversation that a flow takes part in. */
export type ConversationMessageResource = ResponseBody<typeof createConversationMessage>;
