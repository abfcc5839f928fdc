/** Reads Telnyx' posts about messages, which are events in JSON; those about calls are forms with the documented names. */

import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';
import type { TranslatedPost } from '../dialect.ts';

/** Statuses of the documented dialect. */
const statuses = new Map([
  ['sending_failed', 'failed'],
  ['delivery_failed', 'undelivered'],
  ['expired', 'undelivered'],
  ['delivery_unconfirmed', 'sent'],
]);

/** Null for an event that is not about a message. */
export function translatePost(body: JsonObject): TranslatedPost | null {
  const { data } = body;
  if (data === undefined || !isObject(data) || !textOf(data.event_type).startsWith('message.')) return null;
  const payload = objectOf(data.payload);
  const named = { MessageSid: textOf(payload.id), From: numberOf(payload.from), To: recipientOf(payload) };
  if (data.event_type !== 'message.received') {
    const { status, error_code: code, error_message: reason } = messageStatus(payload);
    return { fields: { ...named, MessageStatus: status, ErrorCode: code, ErrorMessage: reason } };
  }
  const media = Array.isArray(payload.media) ? payload.media.map((each) => textOf(objectOf(each).url)) : [];
  return {
    fields: {
      ...named,
      Body: textOf(payload.text),
      NumMedia: String(media.length),
      ...Object.fromEntries(media.map((url, index) => [`MediaUrl${index}`, url])),
    },
  };
}

/** The status of an outbound message with the names of the documented dialect. */
export function messageStatus(message: JsonObject) {
  const reported = textOf(objectOf(firstOf(message.to)).status);
  const error = objectOf(firstOf(message.errors));
  return {
    status: statuses.get(reported) ?? reported,
    error_code: textOf(error.code),
    error_message: textOf(error.detail) || textOf(error.title),
  };
}

const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isObject(value) ? value : {};

const firstOf = (value: Json | undefined): Json | undefined => (Array.isArray(value) ? value[0] : undefined);

const numberOf = (party: Json | undefined) => textOf(objectOf(party).phone_number);

const recipientOf = ({ to }: JsonObject) => numberOf(firstOf(to));
