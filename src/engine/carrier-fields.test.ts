import { describe, expect, it } from 'vitest';
import { callFields, conversationFields, messageFields } from './carrier-fields.ts';

describe('the fields of the test carrier', () => {
  const between = { account: 'AC1', from: '+15550100', to: '+15550199' };

  it('are those of a message, with the links of its media', () => {
    const media = ['https://files.example/a.png', 'https://files.example/b.png'];
    expect(messageFields({ ...between, sid: 'SM1', body: 'Hello', media })).toEqual({
      MessageSid: 'SM1',
      AccountSid: 'AC1',
      From: '+15550100',
      To: '+15550199',
      Body: 'Hello',
      NumMedia: '2',
      MediaUrl0: 'https://files.example/a.png',
      MediaUrl1: 'https://files.example/b.png',
    });
  });

  it('are those of a call, by its direction', () => {
    const fields = {
      CallSid: 'CA1',
      AccountSid: 'AC1',
      From: '+15550100',
      To: '+15550199',
      Caller: '+15550100',
      Called: '+15550199',
      CallStatus: 'ringing',
      ApiVersion: '2010-04-01',
    };
    const call = { ...between, sid: 'CA1' };
    expect(callFields({ ...call, direction: 'inbound' }, 'ringing')).toEqual({
      ...fields,
      Direction: 'inbound',
    });
    expect(callFields({ ...call, direction: 'outbound' }, 'ringing')).toEqual({
      ...fields,
      Direction: 'outbound-api',
    });
  });

  it('are those of a message in a conversation, and what was posted with it', () => {
    const message = { conversation: 'CH1', sid: 'IM1', author: 'kim', body: 'Hello' };
    const fields = {
      NumMedia: '0',
      ConversationSid: 'CH1',
      ChannelSid: 'CH1',
      InstanceSid: '',
      MessageSid: 'IM1',
      From: 'kim',
      Author: 'kim',
      Body: 'Hello',
      ChannelAttributes: {},
    };
    expect(conversationFields({ ...message, posted: {} })).toEqual(fields);
    const posted = { ChatServiceSid: 'IS1', Attributes: { a: 1 }, NumMedia: '1', Source: 'web' };
    expect(conversationFields({ ...message, posted })).toEqual({
      ...fields,
      ...posted,
      InstanceSid: 'IS1',
      ChannelAttributes: { a: 1 },
    });
    const own = { ChannelSid: 'CH2', InstanceSid: 'IS2', From: '+15550100', ChannelAttributes: '{"b":2}' };
    expect(conversationFields({ ...message, posted: { ...posted, ...own } })).toMatchObject(own);
  });
});
