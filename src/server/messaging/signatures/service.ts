/** Whether what arrives bears the signature of the carrier that it claims to come from. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findCall, findCallOf } from '../calls/store.ts';
import { carrierOfAddress, findCarrier, verifiesSignatures } from '../carriers/store.ts';
import { findMessage, findMessageOf } from '../messages/store.ts';
import { hasBodyHash, isValidSignature, type SignedFields } from './signature.ts';

/** What a post is about: the SID of a message or call, the effect that our own address named, the two parties. */
export type SignedSubject = {
  account: string;
  sid: string | null;
  effect: { execution: string; effect: string } | null;
  from: string;
  to: string;
};

/**
 * A post as it came: the address that its carrier was given, and the fields of its form. `digest` is the SHA-256
 * of a body that is no form, null where the body is a form or there is none.
 */
export type SignedPost = {
  signature: string | null;
  url: string;
  fields: SignedFields;
  digest: string | null;
};

/** True where the carrier signed the post, and where no carrier of the account has to. */
export async function isAuthentic(
  ctx: ServiceContext,
  about: SignedSubject,
  post: SignedPost,
): Promise<boolean> {
  const token = await signingToken(ctx, about);
  if (token === null) return true;
  const { signature, url, fields, digest } = post;
  if (signature === null || (digest !== null && !hasBodyHash(url, digest))) return false;
  return isValidSignature(token, signature, url, fields);
}

/**
 * The token by which the post must be signed; null where none is asked for. A message or call that we know vouches
 * for its carrier, whatever addresses the post names.
 */
async function signingToken(ctx: ServiceContext, about: SignedSubject): Promise<string | null> {
  const db = ctx.database.read;
  if (!(await verifiesSignatures(db, about.account))) return null;
  const sid = await carrierOfPost(db, about);
  const row = sid === null ? undefined : await findCarrier(db, about.account, sid);
  return row === undefined || row.checks_signatures === 0 ? null : ctx.secrets.decrypt(row.token);
}

async function carrierOfPost(db: Queries, about: SignedSubject): Promise<string | null> {
  const { account, sid, effect, from, to } = about;
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

/** The row of an inbound message does not say whose it is: its addresses do. */
async function rowBySid(db: Queries, account: string, sid: string): Promise<CarriedRow | undefined> {
  const call = await findCall(db, account, sid);
  if (call !== undefined) return call;
  const message = await findMessage(db, account, sid);
  return message?.direction === 'outbound' ? message : undefined;
}
