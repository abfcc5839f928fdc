/** Parses the events that a conversation service posts to a flow's webhook. */

import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { type Form, invalidParameter } from '../../platform/http/form.ts';
import { parseLimitedJson } from '../../platform/http/json-limits.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { InboundMessage } from '../messages/service.ts';

const messageAdded = 'onMessageAdded';
const maxAddressLength = 300;

/** Fields whose text is JSON; flows read the parsed values. */
const attributeFields = ['ChannelAttributes', 'Attributes'];

/** True for an event of a conversation, as opposed to a message between two addresses. */
export function isConversationEvent(form: Form): boolean {
  return form.text('EventType') !== undefined && sidOf(form) !== undefined;
}

/**
 * The message of a conversation event, null for other events. Its contact is the author, its channel the conversation.
 * Flows read it as `trigger.conversation`: all posted fields, and ChannelSid, InstanceSid and From for older flows.
 *
 * @throws Refusal naming the field that is missing or unfit
 */
export function readConversationEvent(
  ctx: ServiceContext,
  target: { account: string; flow: string },
  form: Form,
): InboundMessage | null {
  if (form.text('EventType') !== messageAdded) return null;
  const conversation = readAddress(sidOf(form) ?? '', 'ConversationSid');
  const from = readAddress(form.text('Author') || form.required('From'), 'Author');
  const sid = readSid(form) ?? ctx.ids.sid('SM');
  const body = form.text('Body') ?? '';
  const posted = fieldsOf(form);
  return {
    ...target,
    sid,
    from,
    to: conversation,
    body,
    media: [],
    source: 'conversation',
    fields: {
      NumMedia: '0',
      ...posted,
      ConversationSid: conversation,
      ChannelSid: form.text('ChannelSid') ?? conversation,
      InstanceSid: form.text('InstanceSid') ?? form.text('ChatServiceSid') ?? '',
      MessageSid: sid,
      From: form.text('From') ?? from,
      Author: from,
      Body: body,
      ChannelAttributes: posted.ChannelAttributes ?? posted.Attributes ?? {},
    },
  };
}

function sidOf(form: Form): string | undefined {
  return form.text('ConversationSid') || form.text('ChannelSid') || undefined;
}

function readAddress(text: string, name: string): string {
  const address = text.trim();
  if (address === '') throw invalidParameter(name, 'must not be empty');
  if (address.length > maxAddressLength)
    throw invalidParameter(name, `must not be longer than ${maxAddressLength} letters`);
  return address;
}

function readSid(form: Form): string | undefined {
  const sid = form.text('MessageSid');
  if (sid === undefined || sid === '') return undefined;
  if (!/^[\w-]{1,64}$/.test(sid)) throw invalidParameter('MessageSid', 'must be a SID');
  return sid;
}

function fieldsOf(form: Form): JsonObject {
  const names = form.names().filter((name) => name !== '__proto__');
  return Object.fromEntries(
    names.map((name): [string, Json] => {
      const text = form.text(name) ?? '';
      return [name, attributeFields.includes(name) ? attributesOf(text) : text];
    }),
  );
}

function attributesOf(text: string): Json {
  try {
    const value = parseLimitedJson(text);
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}
