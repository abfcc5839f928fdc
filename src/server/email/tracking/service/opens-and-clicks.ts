/** What readers do with a mail: they open it and follow its links. */

import type { JsonObject } from '#flow/json/json.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { type NewEvent, recordEvents } from '../../events/service/record.ts';
import { eventFields, messageIdOf, parseOutboundMessage } from '../../messages/message.ts';
import { findOutboundMessage } from '../../messages/store.ts';
import { verifyLink } from '../signed-links.ts';

/** From where somebody reads, as the request tells. */
export type Visitor = { userAgent: string; ip: string };

/** Each fetch of the pixel is an opening. False when the link is none of ours. */
export async function recordOpen(ctx: ServiceContext, token: string, reader: Visitor): Promise<boolean> {
  const claim = await verifyLink(ctx, 'open', token);
  if (claim === null) return false;
  await record(ctx, claim.recipient, 'open', {
    ...visitorFields(reader),
    sg_machine_open: isPrefetch(reader.userAgent),
    sg_content_type: 'html',
  });
  return true;
}

/** Where a link leads; null when it is none of ours. `reader` is null for who only looks where it leads. */
export async function recordClick(
  ctx: ServiceContext,
  token: string,
  reader: Visitor | null,
): Promise<string | null> {
  const claim = await verifyLink(ctx, 'click', token);
  if (claim === null) return null;
  const { recipient, url, index, part } = claim;
  if (reader !== null) {
    const url_offset = { index, type: part };
    await record(ctx, recipient, 'click', { ...visitorFields(reader), url, url_offset });
  }
  return url;
}

export function visitorFields({ userAgent, ip }: Visitor): JsonObject {
  return { useragent: userAgent, ip };
}

/** A proxy that fetches all pictures of all mail before anybody reads it says no more of itself than this. */
function isPrefetch(userAgent: string): boolean {
  return userAgent === 'Mozilla/5.0';
}

/** A link outlives what it was about: once that was removed, nothing is recorded. */
async function record(
  ctx: ServiceContext,
  recipient: string,
  kind: NewEvent['kind'],
  fields: JsonObject,
): Promise<void> {
  const row = await findOutboundMessage(ctx.database.read, recipient);
  if (row === undefined) return;
  const message = messageIdOf(row);
  const cause = `${message}.${kind}.${ctx.ids.token()}`;
  const { account, region } = row;
  const event = { cause, kind, message, fields: { ...eventFields(parseOutboundMessage(row)), ...fields } };
  await ctx.database.write((tx) => recordEvents(tx, { account, region, now: ctx.clock.now() }, [event]));
}
