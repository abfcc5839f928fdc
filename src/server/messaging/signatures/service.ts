/** Verifies the signatures of carriers' posts. */

import type { ServiceContext } from '../../platform/service-context.ts';
import type { PostingCarrier } from '../carriers/store.ts';
import { hasBodyHash, isValidSignature, type SignedFields } from './signature.ts';

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
