/**
 * Return paths of sent email: the envelope sender names the message and its recipient (VERP), so that a bounce is matched
 * without its content, and is signed, so that no one can forge one.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceContext } from '../../platform/service-context.ts';
import { messageIdOf } from '../messages/message.ts';
import type { OutboundRow } from '../messages/store.ts';
import { linkKeyOf } from '../tracking/signed-links.ts';

export type ReturnPathKey = Pick<OutboundRow, 'mail' | 'number'>;

/** In lower case, as servers on the way may not keep another one; at most 64 characters (RFC 5321, 4.5.3.1.1). */
const returnPath = /^b-([0-9a-f]{32})-(\d{1,6})-([0-9a-f]{20})@/i;

export async function returnPathOf(ctx: ServiceContext, key: ReturnPathKey, host: string): Promise<string> {
  const id = Buffer.from(key.mail, 'base64url').toString('hex');
  return `b-${id}-${key.number}-${await macOf(ctx, key)}@${host}`;
}

/** Whose bounces come to the address; null for one that was not made here. */
export async function readReturnPath(ctx: ServiceContext, address: string): Promise<ReturnPathKey | null> {
  const [, id, number, mac] = returnPath.exec(address) ?? [];
  if (id === undefined || number === undefined || mac === undefined) return null;
  const key = { mail: Buffer.from(id, 'hex').toString('base64url'), number: Number(number) };
  const expected = Buffer.from(await macOf(ctx, key));
  return timingSafeEqual(Buffer.from(mac.toLowerCase()), expected) ? key : null;
}

/** With the key of tracking links, whose tokens have no space. */
async function macOf(ctx: ServiceContext, key: ReturnPathKey): Promise<string> {
  const mac = createHmac('sha256', await linkKeyOf(ctx));
  return mac
    .update(`return path ${messageIdOf(key)}`)
    .digest('hex')
    .slice(0, 20);
}
