/** Verifies Telnyx' signatures: Ed25519 (RFC 8032) over the time, a bar and the body, with the public key of the account. */

import { createPublicKey, verify } from 'node:crypto';
import type { SignedPost } from '../dialect.ts';

export const signatureHeader = 'telnyx-signature-ed25519';
export const timeHeader = 'telnyx-timestamp';

/** How old a signature may be, or how far ahead the carrier's clock. */
const toleranceMs = 300_000;

/** `key` is the public key in base64. Without a body nothing of the post would be signed. */
export function isSigned(key: string, { headers, body, now }: SignedPost): boolean {
  const [signature, time] = [headers[signatureHeader], headers[timeHeader]];
  if (typeof signature !== 'string' || typeof time !== 'string' || body.length === 0) return false;
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1000) > toleranceMs) return false;
  const raw = Buffer.from(key, 'base64');
  if (raw.length !== 32) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  const signed = Buffer.concat([Buffer.from(`${time}|`), body]);
  return verify(null, signed, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64'));
}
