/** Reads jambonz' posts: JSON in snake case, with the names of fields that flows read in their place. */

import { callbackParameters } from '#api/messaging/callbacks.ts';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import type { TranslatedPost } from '../dialect.ts';

/** Statuses that are ours by another name; those before ringing say nothing. */
const statuses = new Map([
  ['trying', 'queued'],
  ['early-media', 'ringing'],
]);

/** How many fields of a post that have no meaning of their own here a flow can read. */
const maxOtherFields = 60;

export function translatePost(body: JsonObject): TranslatedPost | null {
  if (typeof body.call_sid === 'string') return translateCall(body);
  if (typeof body.message_sid === 'string') return translateMessage(body);
  return null;
}

function translateCall(body: JsonObject): TranslatedPost {
  const {
    call_sid: sid,
    account_sid: account,
    call_status: status,
    from,
    to,
    direction,
    digits,
    speech,
    ...more
  } = body;
  // The other leg of a call that dials reports to the same URL, and is no call of a flow.
  const isOtherLeg = typeof more.parent_call_sid === 'string';
  const reported = textOf(status);
  const heard = bestAlternative(speech);
  const fields = {
    ...otherFields(more),
    CallSid: textOf(sid),
    AccountSid: textOf(account),
    From: addressOf(from),
    To: addressOf(to),
    ...(reported !== '' && { CallStatus: isOtherLeg ? 'queued' : (statuses.get(reported) ?? reported) }),
    ...(direction !== undefined && {
      Direction: textOf(direction) === 'outbound' ? 'outbound-api' : 'inbound',
    }),
    ...(textOf(digits) !== '' && { Digits: textOf(digits) }),
    ...(heard !== null && { SpeechResult: textOf(heard.transcript), Confidence: textOf(heard.confidence) }),
  };
  return { fields, query: callbackOf(body) };
}

function translateMessage(body: JsonObject): TranslatedPost {
  const { message_sid: sid, account_sid: account, from, to, text, media, ...more } = body;
  const urls = (Array.isArray(media) ? media : [media]).filter(
    (url) => typeof url === 'string' && url !== '',
  );
  return {
    fields: {
      ...otherFields(more),
      MessageSid: textOf(sid),
      AccountSid: textOf(account),
      From: addressOf(from),
      To: addressOf(to),
      Body: textOf(text),
      NumMedia: String(urls.length),
      ...Object.fromEntries(urls.map((url, index) => [`MediaUrl${index}`, textOf(url)])),
    },
  };
}

/** What the tag of a call says that a flow has placed: it comes with each post about that call. */
function callbackOf(body: JsonObject): Record<string, string> {
  const tag = body.customerData ?? body.customer_data;
  if (!isObject(tag)) return {};
  const names: readonly string[] = Object.values(callbackParameters);
  return Object.fromEntries(
    Object.entries(tag).flatMap(([name, value]) => (names.includes(name) ? [[name, textOf(value)]] : [])),
  );
}

function bestAlternative(speech: Json | undefined): JsonObject | null {
  if (speech === undefined || !isObject(speech) || !Array.isArray(speech.alternatives)) return null;
  const [best] = speech.alternatives;
  return best !== undefined && isObject(best) ? best : null;
}

/** Texts and numbers under the names that the documented dialect would give them: `dial_call_status` is DialCallStatus. */
function otherFields(body: JsonObject): Record<string, string> {
  const named = Object.entries(body).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' || !/^[a-z][a-z0-9_]*$/.test(key)
      ? []
      : [[key.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), textOf(value)]],
  );
  return Object.fromEntries(named.slice(0, maxOtherFields));
}

/** SIP trunks leave out the plus of E.164; a number with a country code has eleven digits or more. */
function addressOf(value: Json | undefined): string {
  const address = textOf(value);
  return /^[1-9]\d{10,14}$/.test(address) ? `+${address}` : address;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
