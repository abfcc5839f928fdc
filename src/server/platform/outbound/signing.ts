/** Signs posts to webhooks: ECDSA on P-256 with SHA-256, over the timestamp and the bytes of the body. */

import { createSign } from 'node:crypto';

/**
 * The two headers that a receiver verifies with. `privateKey` is PKCS #8 as PEM, `seconds` the Unix time; the body
 * must be sent as exactly the bytes of these pieces.
 */
export function signatureHeaders(
  privateKey: string,
  seconds: number,
  pieces: Iterable<Uint8Array>,
): Record<string, string> {
  const timestamp = String(seconds);
  const signing = createSign('sha256').update(timestamp);
  for (const piece of pieces) signing.update(piece);
  const signature = signing.sign({ key: privateKey, dsaEncoding: 'der' });
  return {
    'x-twilio-email-event-webhook-signature': signature.toString('base64'),
    'x-twilio-email-event-webhook-timestamp': timestamp,
  };
}
