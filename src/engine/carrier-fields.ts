/** The fields that the test carrier reports of messages and calls: what flows read of them. */

import type { JsonObject } from '#flow/json/json.ts';

/** An inbound message. `media` are URLs. */
export type MessageFields = {
  sid: string;
  account: string;
  from: string;
  to: string;
  body: string;
  media: readonly string[];
};

/** The fields of an inbound message. */
export function messageFields({ sid, account, from, to, body, media }: MessageFields): JsonObject {
  const links = media.map((url, index): [string, string] => [`MediaUrl${index}`, url]);
  return {
    MessageSid: sid,
    AccountSid: account,
    From: from,
    To: to,
    Body: body,
    NumMedia: String(media.length),
    ...Object.fromEntries(links),
  };
}

/** A call as its reports name it. */
export type ReportedCall = {
  sid: string;
  account: string;
  from: string;
  to: string;
  direction: 'inbound' | 'outbound';
};

/** The fields of a report of a call with that status. */
export function callFields({ sid, account, from, to, direction }: ReportedCall, status: string): JsonObject {
  return {
    CallSid: sid,
    AccountSid: account,
    From: from,
    To: to,
    Caller: from,
    Called: to,
    CallStatus: status,
    Direction: direction === 'inbound' ? 'inbound' : 'outbound-api',
    ApiVersion: '2010-04-01',
  };
}

/** A message in a conversation; `posted` are the other fields of the event. */
export type ConversationFields = {
  posted: JsonObject;
  conversation: string;
  sid: string;
  author: string;
  body: string;
};

/** The fields of a conversation's message: all that were posted, and those that older flows read. */
export function conversationFields(message: ConversationFields): JsonObject {
  const { posted, conversation, sid, author, body } = message;
  return {
    NumMedia: '0',
    ...posted,
    ConversationSid: conversation,
    ChannelSid: posted.ChannelSid ?? conversation,
    InstanceSid: posted.InstanceSid ?? posted.ChatServiceSid ?? '',
    MessageSid: sid,
    From: posted.From ?? author,
    Author: author,
    Body: body,
    ChannelAttributes: posted.ChannelAttributes ?? posted.Attributes ?? {},
  };
}
