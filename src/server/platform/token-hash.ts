/** Tokens are stored as a hash. They are random, so an unsalted fast hash is enough. */

import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256, hexadecimal. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares a token with a stored hash in constant time. */
export function matchesTokenHash(hash: string, token: string): boolean {
  const [stored, given] = [Buffer.from(hash, 'hex'), Buffer.from(hashToken(token), 'hex')];
  return stored.length === given.length && timingSafeEqual(stored, given);
}
