/** The messages of jambonz' WebSocket: JSON with a type; some are acknowledged with the next verbs. */

import { isObject, type JsonObject } from '#flow/json/json.ts';
import { Refusal } from '../../../platform/errors.ts';

export const subprotocol = 'ws.jambonz.org';

/**
 * A message about a call. `asks` waits for verbs: a call that begins or whose connection is back (`hook` is null), or a hook
 * of ours. `reports` waits for nothing.
 */
export type SocketMessage = { do: 'ask' | 'report'; id: string; hook: string | null; data: JsonObject };

const beginnings = ['session:new', 'session:reconnect'];
const hooks = ['verb:hook', 'session:redirect'];

/** What an identifier may be at most. */
const maxIdLength = 100;

/**
 * Null for a message that says nothing here, as what a language model says.
 *
 * @throws Refusal
 */
export function readMessage(message: unknown): SocketMessage | null {
  if (!isObject(message)) throw new Refusal('bad-request', 'A message must be an object');
  const { type, msgid, call_sid: call, hook, data } = message as JsonObject;
  const isBeginning = beginnings.includes(String(type));
  const isHook = hooks.includes(String(type));
  if (!isBeginning && !isHook && type !== 'call:status') return null;
  if (typeof msgid !== 'string' || msgid === '' || msgid.length > maxIdLength)
    throw new Refusal('bad-request', 'The message has no msgid');
  if (isHook && typeof hook !== 'string') throw new Refusal('bad-request', 'The message has no hook');
  if (data === undefined || !isObject(data)) throw new Refusal('bad-request', 'The message has no data');
  return {
    do: isBeginning || isHook ? 'ask' : 'report',
    id: msgid,
    hook: isHook && typeof hook === 'string' ? hook : null,
    data: { ...(call !== undefined && { call_sid: call }), ...(data as JsonObject) },
  };
}

/** The acknowledgement of a message with the document that follows. */
export function acknowledgement(id: string, document: string): string {
  return `{"type":"ack","msgid":${JSON.stringify(id)},"data":${document}}`;
}
