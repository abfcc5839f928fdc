/** The address of a carrier's conversation API, and the request that adds a message. */

import { expect, it } from 'vitest';
import { conversationFields, conversationPath, conversationsUrlOf } from './conversation-request.ts';

it.each([
  ['https://api.carrier.example/2010-04-01', null, 'https://conversations.carrier.example/v1'],
  ['http://127.0.0.1:8080/2010-04-01', null, 'http://127.0.0.1:8080/v1'],
  ['https://api.carrier.example/2010-04-01', 'https://chat.example', 'https://chat.example'],
])('the conversations of %s with the setting %s are at %s', (base_url, conversations_url, expected) => {
  expect(conversationsUrlOf({ base_url, conversations_url })).toBe(expected);
});

it('a message without service and attributes is posted to the conversation alone, its media below the text', () => {
  const message = {
    service: '',
    conversation: 'CH/1',
    author: 'Bot',
    body: 'Hi',
    media: ['https://clinic.example/map.png'],
    attributes: ' ',
    content: { sid: 'HX1', variables: { a: 'b' } },
  };
  expect(conversationPath(message)).toBe('Conversations/CH%2F1/Messages');
  expect(conversationFields(message)).toEqual([
    ['Author', 'Bot'],
    ['Body', 'Hi\nhttps://clinic.example/map.png'],
    ['ContentSid', 'HX1'],
    ['ContentVariables', '{"a":"b"}'],
  ]);
});
