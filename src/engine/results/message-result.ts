/** The result that a message widget gets for its message: the carrier's fields of it. */

import type { JsonObject } from '#flow/json/json.ts';
import { sendFailedCode } from '../commands/outbound-message.ts';
import type { Result } from '../signal.ts';

/** An outbound message as far as flows read it; `created` is in epoch milliseconds. */
export type OutboundMessage = {
  sid: string;
  account: string;
  status: string;
  from: string;
  to: string;
  body: string;
  media: readonly string[];
  created: number;
};

/** The carrier has accepted the message. */
export function acceptedMessage(message: OutboundMessage): Result {
  return { ok: true, data: { ...fieldsOf(message), ErrorCode: null, ErrorMessage: null } };
}

/** The message was not sent, or not delivered. `code` is the carrier's error code; '' for none. */
export function failedMessage(message: OutboundMessage, code: string, reason: string): Result {
  const detail = code === '' ? reason : `${reason} (${code})`;
  const data = { ...fieldsOf(message), ErrorCode: code || String(sendFailedCode), ErrorMessage: reason };
  return { ok: false, code: sendFailedCode, message: `The message failed: ${detail}`, data };
}

/** The result of a message whose widget names no recipient. */
export function messageWithoutRecipient(): Result {
  return { ok: false, code: sendFailedCode, message: 'The message has no recipient', data: {} };
}

/** Why a message failed of which the carrier gives no more than its status. */
export function undeliveredReason(status: string): string {
  return `The carrier reports it as ${status}`;
}

function fieldsOf(message: OutboundMessage): JsonObject {
  return {
    Sid: message.sid,
    AccountSid: message.account,
    Status: message.status,
    Direction: 'outbound-api',
    From: message.from,
    To: message.to,
    Body: message.body,
    NumMedia: String(message.media.length),
    DateCreated: new Date(message.created).toISOString(),
  };
}
