/** Verifies the signatures of carriers’ posts: HMAC-SHA1 (RFC 2104) with the token of the account, over the URL and the fields. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { bodyHashParameter } from '#api/messaging/callbacks.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { PostingCarrier } from '../carriers/store.ts';

/**
 * `url` is the one that the carrier was given. `digest` is the SHA-256 of a body that is no form, in hexadecimal; null
 * where the body is a form or there is none.
 */
export type SignedPost = {
  signature: string | null;
  url: string;
  fields: SignedFields;
  digest: string | null;
};

/** True where the carrier signed the post, and where it need not. */
export function isSignedBy(ctx: ServiceContext, carrier: PostingCarrier, post: SignedPost): boolean {
  if (carrier.checks_signatures === 0) return true;
  const { signature, url, fields, digest } = post;
  if (signature === null || (digest !== null && !hasBodyHash(url, digest))) return false;
  return isValidSignature(ctx.secrets.decrypt(carrier.token), signature, url, fields);
}

/** Names with all their values. */
type SignedFields = readonly (readonly [name: string, values: readonly string[]])[];

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
  return isEqual(digest, expected.toLowerCase());
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
