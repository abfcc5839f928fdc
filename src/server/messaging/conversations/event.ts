/** Parses the events that a conversation service posts to a flow's webhook. */

import { maxAddressLength, normalizeAddress } from '#api/messaging/address.ts';
import { secretParameter } from '#api/messaging/callbacks.ts';
import { conversationFields } from '#engine/carrier-fields.ts';
import { redactPaymentFields } from '#engine/results/payment-redaction.ts';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { type Form, invalidParameter } from '../../platform/http/form.ts';
import { parseLimitedJson } from '../../platform/http/json-limits.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { InboundMessage } from '../messages/service.ts';
import { readSid } from '../subjects/named-subject.ts';

const messageAdded = 'onMessageAdded';

/** Ours, in the query of a GET: not for flows. */
const ownFields = new Set<string>([secretParameter]);

/** Fields whose text is JSON; flows read the parsed values. */
const attributeFields = ['ChannelAttributes', 'Attributes'];

/**
 * The message of an event of `conversation`, null for other events. Its contact is the author, its channel the
 * conversation.
 * Flows read it as `trigger.conversation`: all posted fields, and ChannelSid, InstanceSid and From for older flows.
 *
 * @throws Refusal naming the field that is missing or unfit
 */
export function readConversationEvent(
  ctx: ServiceContext,
  target: { account: string; flow: string },
  conversation: string,
  form: Form,
): InboundMessage | null {
  if (form.text('EventType') !== messageAdded) return null;
  const from = readAuthor(form.text('Author') || form.required('From'));
  const sid = readSid(form, 'MessageSid') ?? ctx.ids.sid('SM');
  const body = form.text('Body') ?? '';
  const posted = redactPaymentFields(fieldsOf(form));
  return {
    ...target,
    sid,
    from,
    to: conversation,
    channel: conversation,
    body,
    media: [],
    source: 'conversation',
    fields: conversationFields({ posted, conversation, sid, author: from, body }),
  };
}

/** Phone numbers take part in conversations as well as names, which may be any text. */
function readAuthor(text: string): string {
  const author = text.trim();
  if (author === '') throw invalidParameter('Author', 'must not be empty');
  if (author.length > maxAddressLength)
    throw invalidParameter('Author', `must not be longer than ${maxAddressLength} characters`);
  return normalizeAddress(author) ?? author;
}

function fieldsOf(form: Form): JsonObject {
  const names = form.names().filter((name) => !ownFields.has(name) && name !== '__proto__');
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
