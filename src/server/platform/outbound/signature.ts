/** How posts to sinks and to webhooks of alerts are signed, so that receivers can verify them. */

import { createHmac } from 'node:crypto';

/** The headers of a post that is made `now`; none without a secret. */
export function signatureHeaders(
  secret: string | null,
  body: Uint8Array,
  now: number,
): Record<string, string> {
  if (secret === null) return {};
  const timestamp = String(Math.floor(now / 1_000));
  return {
    'patchbay-timestamp': timestamp,
    'patchbay-signature': `v1=${signatureOf(secret, timestamp, body)}`,
  };
}

/** HMAC-SHA256 over `timestamp.body`, hexadecimal. */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}
