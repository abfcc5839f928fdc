/** Tokens are stored as their hash only. They are made of chance, so a plain hash is enough. */

import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256, hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares a token with a stored hash in a time that does not tell how much of it was right. */
export function matchesTokenHash(hash: string, token: string): boolean {
  const [stored, given] = [Buffer.from(hash, 'hex'), Buffer.from(hashToken(token), 'hex')];
  return stored.length === given.length && timingSafeEqual(stored, given);
}
