/**
 * The signature that carriers put on what they post: HMAC-SHA1 with the account's token, over the address as they
 * were given it followed by the fields of the form, sorted by name, without anything between them. A body that
 * is no form is signed by its SHA-256 in the address instead.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { bodyHashParameter } from '#api/messaging/resources.ts';

/** Names with all their values. */
export type SignedFields = readonly (readonly [name: string, values: readonly string[]])[];

/** The signature of a post to `url` with those fields, in base64. */
export function signatureOf(token: string, url: string, fields: SignedFields): string {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const texts = sorted.flatMap(([name, values]) => [...new Set(values)].sort().map((value) => name + value));
  return createHmac('sha1', token)
    .update(url + texts.join(''))
    .digest('base64');
}

/**
 * Whether `signature` is that of such a post. Carriers disagree on whether the standard port belongs to the
 * address, so both spellings count.
 */
export function isValidSignature(
  token: string,
  signature: string,
  url: string,
  fields: SignedFields,
): boolean {
  return urlVariants(url).some((each) => isEqual(signatureOf(token, each, fields), signature));
}

/** Whether the address names `digest`, the SHA-256 of a body in hexadecimal. */
export function hasBodyHash(url: string, digest: string): boolean {
  const named = URL.parse(url)?.searchParams.get(bodyHashParameter) ?? '';
  return isEqual(digest, named.toLowerCase());
}

function urlVariants(url: string): string[] {
  const [, scheme, host, port, rest] = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)(:\d+)?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return [url];
  const standard = scheme === 'https' ? ':443' : ':80';
  if (port !== undefined && port !== standard) return [url];
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${standard}${rest}`];
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
