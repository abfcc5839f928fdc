/** Whether what arrives bears the signature of the carrier that it claims to come from. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findCall, findCallOf } from '../calls/store.ts';
import { carrierOf, checksAny, findCarrier } from '../carriers/store.ts';
import { findMessage, findMessageOf } from '../messages/store.ts';
import { isSignedBy, namesDigest, type SignedFields } from './signature.ts';

/** What a post is about: the SID of a message or call, the effect that our own address named, the two parties. */
export type About = {
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
export type Post = { signature: string | null; url: string; fields: SignedFields; digest: string | null };

/** True where the carrier signed the post, and where no carrier of the account has to. */
export async function isVouchedFor(ctx: ServiceContext, about: About, post: Post): Promise<boolean> {
  const token = await signingToken(ctx, about);
  if (token === null) return true;
  const { signature, url, fields, digest } = post;
  if (signature === null || (digest !== null && !namesDigest(url, digest))) return false;
  return isSignedBy(token, signature, url, fields);
}

/**
 * The token by which the post must be signed; null where none is asked for. A message or call that we know vouches
 * for its carrier, whatever addresses the post names.
 */
async function signingToken(ctx: ServiceContext, about: About): Promise<string | null> {
  const db = ctx.database.read;
  if (!(await checksAny(db, about.account))) return null;
  const sid = await carrierOfPost(db, about);
  const row = sid === null ? undefined : await findCarrier(db, about.account, sid);
  return row === undefined || row.checks_signatures === 0 ? null : ctx.secrets.decrypt(row.token);
}

async function carrierOfPost(db: Queries, about: About): Promise<string | null> {
  const { account, sid, effect, from, to } = about;
  const known =
    (effect === null ? undefined : await placedBy(db, { account, ...effect })) ??
    (sid === null ? undefined : await knownAs(db, account, sid));
  if (known !== undefined) return known.carrier;
  const receiving = await carrierOf(db, account, to);
  if (receiving.isKnown) return receiving.carrier;
  return (await carrierOf(db, account, from)).carrier;
}

type Carried = { carrier: string | null };

async function placedBy(
  db: Queries,
  key: { account: string; execution: string; effect: string },
): Promise<Carried | undefined> {
  return (await findCallOf(db, key)) ?? findMessageOf(db, key);
}

/** The row of an inbound message does not say whose it is: its addresses do. */
async function knownAs(db: Queries, account: string, sid: string): Promise<Carried | undefined> {
  const call = await findCall(db, account, sid);
  if (call !== undefined) return call;
  const message = await findMessage(db, account, sid);
  return message?.direction === 'outbound' ? message : undefined;
}
