/** The result that a send-message widget gets for its message. */

import type { Result } from '#engine/signal.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { MessageRow } from '../../platform/database/schema/tables.ts';

/** The documented code for a message that could not be sent. */
const failedToSend = 81011;

/** The carrier has accepted the message. */
export function acceptedMessage(row: MessageRow): Result {
  return { ok: true, data: { ...fieldsOf(row), ErrorCode: null, ErrorMessage: null } };
}

/** The message was not sent, or not delivered. `code` is the carrier's error code; '' for none. */
export function failedMessage(row: MessageRow, code: string, reason: string): Result {
  const detail = code === '' ? reason : `${reason} (${code})`;
  const data = { ...fieldsOf(row), ErrorCode: code || String(failedToSend), ErrorMessage: reason };
  return { ok: false, code: failedToSend, message: `The message failed: ${detail}`, data };
}

function fieldsOf(row: MessageRow): JsonObject {
  const media = JSON.parse(row.media) as string[];
  return {
    Sid: row.sid,
    AccountSid: row.account,
    Status: row.status,
    Direction: 'outbound-api',
    From: row.sender,
    To: row.recipient,
    Body: row.body,
    NumMedia: String(media.length),
    DateCreated: new Date(row.created_at).toISOString(),
  };
}
