/** Verifies the signatures of carriers' posts. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findCall, findCallOf } from '../calls/store.ts';
import { carrierOfAddress, findCarrier, verifiesSignatures } from '../carriers/store.ts';
import { findMessage, findMessageOf } from '../messages/store.ts';
import { hasBodyHash, isValidSignature, type SignedFields } from './signature.ts';

/** What a post is about: the SID of a message or call, the effect in the query of our callback URL, both addresses. */
export type SignedSubject = {
  account: string;
  sid: string | null;
  effect: { execution: string; effect: string } | null;
  from: string;
  to: string;
};

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

/** True where the carrier signed the post, and where no signature is required. */
export async function isAuthentic(
  ctx: ServiceContext,
  subject: SignedSubject,
  post: SignedPost,
): Promise<boolean> {
  const token = await signingToken(ctx, subject);
  if (token === null) return true;
  const { signature, url, fields, digest } = post;
  if (signature === null || (digest !== null && !hasBodyHash(url, digest))) return false;
  return isValidSignature(token, signature, url, fields);
}

/**
 * The token that the post must be signed with; null where no signature is required. The carrier is that of the message or
 * call where we know it, whatever addresses the post has.
 */
async function signingToken(ctx: ServiceContext, subject: SignedSubject): Promise<string | null> {
  const db = ctx.database.read;
  if (!(await verifiesSignatures(db, subject.account))) return null;
  const sid = await carrierOfPost(db, subject);
  const row = sid === null ? undefined : await findCarrier(db, subject.account, sid);
  return row === undefined || row.checks_signatures === 0 ? null : ctx.secrets.decrypt(row.token);
}

async function carrierOfPost(db: Queries, subject: SignedSubject): Promise<string | null> {
  const { account, sid, effect, from, to } = subject;
  const known =
    (effect === null ? undefined : await rowByEffect(db, { account, ...effect })) ??
    (sid === null ? undefined : await rowBySid(db, account, sid));
  if (known !== undefined) return known.carrier;
  const receiving = await carrierOfAddress(db, account, to);
  if (receiving.isKnown) return receiving.carrier;
  return (await carrierOfAddress(db, account, from)).carrier;
}

type CarriedRow = { carrier: string | null };

async function rowByEffect(
  db: Queries,
  key: { account: string; execution: string; effect: string },
): Promise<CarriedRow | undefined> {
  return (await findCallOf(db, key)) ?? findMessageOf(db, key);
}

/** The row of an inbound message has no carrier: its addresses decide. */
async function rowBySid(db: Queries, account: string, sid: string): Promise<CarriedRow | undefined> {
  const call = await findCall(db, account, sid);
  if (call !== undefined) return call;
  const message = await findMessage(db, account, sid);
  return message?.direction === 'outbound' ? message : undefined;
}
