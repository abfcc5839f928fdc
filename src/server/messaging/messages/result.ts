/** The result that a send-message widget gets for a message of the table. */

import * as results from '#engine/results/message-result.ts';
import type { Result } from '#engine/signal.ts';
import type { MessageRow } from '../../platform/database/schema/tables.ts';

/** The carrier has accepted the message. */
export function acceptedMessage(row: MessageRow): Result {
  return results.acceptedMessage(messageOf(row));
}

/** The message was not sent, or not delivered. `code` is the carrier's error code; '' for none. */
export function failedMessage(row: MessageRow, code: string, reason: string): Result {
  return results.failedMessage(messageOf(row), code, reason);
}

function messageOf({ sid, account, status, sender, recipient, body, media, created_at }: MessageRow) {
  return {
    ...{ sid, account, status, from: sender, to: recipient, body },
    media: JSON.parse(media) as string[],
    created: created_at,
  };
}
