/** Verifies the signatures of carriers’ posts: HMAC-SHA1 (RFC 2104) with the token of the account, over the URL and the fields. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { bodyHashParameter } from '#api/messaging/callbacks.ts';
import type { SignedPost } from '../dialect.ts';

/** Whether the first of the headers that the post has is its signature with `token`. */
export function isSignedForm(token: string, post: SignedPost, headers: readonly string[]): boolean {
  const { url, fields, digest } = post;
  const signature = headers.map((name) => post.headers[name]).find((value) => value !== undefined);
  if (typeof signature !== 'string' || (digest !== null && !hasBodyHash(url, digest))) return false;
  return isValidSignature(token, signature, url, fields);
}

type SignedFields = SignedPost['fields'];

/** The signature of a post to `url` with those fields, in base64. */
export function signatureOf(token: string, url: string, fields: SignedFields): string {
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const texts = sorted.flatMap(([name, values]) => [...new Set(values)].sort().map((value) => name + value));
  return createHmac('sha1', token)
    .update(url + texts.join(''))
    .digest('base64');
}

/**
 * Whether `signature` is that of such a post. Carriers disagree on whether the default port belongs to the URL, so both
 * variants are accepted.
 */
export function isValidSignature(
  token: string,
  signature: string,
  url: string,
  fields: SignedFields,
): boolean {
  return urlVariants(url).some((each) => isEqual(signatureOf(token, each, fields), signature));
}

/** Whether the URL has `digest`, the SHA-256 of the body in hexadecimal. */
export function hasBodyHash(url: string, digest: string): boolean {
  const expected = URL.parse(url)?.searchParams.get(bodyHashParameter) ?? '';
  // Without a hash in the URL its signature does not cover the body.
  return expected !== '' && isEqual(digest, expected.toLowerCase());
}

function urlVariants(url: string): string[] {
  const [, scheme, host, port, rest] = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)(:\d+)?(.*)$/s.exec(url) ?? [];
  if (scheme === undefined || host === undefined) return [url];
  const standard = scheme === 'https' ? ':443' : ':80';
  if (port !== undefined && port !== standard) return [url];
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${standard}${rest}`];
}

/** Compares in constant time. */
export function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
