/** Verifies `Jambonz-Signature: t=…,v1=…`: HMAC-SHA256 over the time, a dot and the JSON of the body. */

import { createHmac } from 'node:crypto';
import { isEqual } from '../default/signature.ts';
import type { SignedPost } from '../dialect.ts';

export const signatureHeader = 'jambonz-signature';

/** How old a signature may be, or how far ahead the carrier's clock; a post that is repeated later is no longer its own. */
export const signatureToleranceMs = 300_000;

export function isSigned(key: string, { headers, body, now }: SignedPost): boolean {
  const header = headers[signatureHeader];
  // Without a body nothing of the post would be signed.
  if (typeof header !== 'string' || body.length === 0) return false;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time) * 1000) > signatureToleranceMs) return false;
  const expected = signatureOf(key, time, body);
  return parts.some(([name, value = '']) => name === 'v1' && isEqual(value, expected));
}

/** `time` in seconds; hexadecimal. */
export function signatureOf(key: string, time: string, body: Buffer): string {
  return createHmac('sha256', key).update(`${time}.`).update(body).digest('hex');
}
