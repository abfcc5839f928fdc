/** Open and click tracking: records events when the pixel is fetched or a link is followed. */

import type { EmailMetric } from '#api/email/email-stats.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { recordEvents } from '../../events/service/record.ts';
import { hasMessageEvent } from '../../events/store/events.ts';
import { messageIdOf } from '../../messages/message.ts';
import { findSentMessage } from '../../messages/outcomes.ts';
import { type LinkRecipient, verifyLink } from '../signed-links.ts';

/** The client that made the request. */
export type Visitor = { userAgent: string; ip: string };

/** Records an open; each fetch of the pixel is one. False when the signature is invalid. */
export async function recordOpen(ctx: ServiceContext, token: string, visitor: Visitor): Promise<boolean> {
  const claim = await verifyLink(ctx, 'open', token);
  if (claim === null) return false;
  await recordVisit(ctx, claim, 'open', {
    ...visitorFields(visitor),
    sg_machine_open: isPrefetch(visitor.userAgent),
    sg_content_type: 'html',
  });
  return true;
}

/** The target of a link, null when the signature is invalid. Records a click unless `visitor` is null. */
export async function recordClick(
  ctx: ServiceContext,
  token: string,
  visitor: Visitor | null,
): Promise<string | null> {
  const claim = await verifyLink(ctx, 'click', token);
  if (claim === null) return null;
  const { url, index, part } = claim;
  if (visitor !== null) {
    const url_offset = { index, type: part };
    await recordVisit(ctx, claim, 'click', { ...visitorFields(visitor), url, url_offset });
  }
  return url;
}

export function visitorFields({ userAgent, ip }: Visitor): JsonObject {
  return { useragent: userAgent, ip };
}

/** Mail Privacy Protection prefetches all images with this bare user agent. */
function isPrefetch(userAgent: string): boolean {
  return userAgent === 'Mozilla/5.0';
}

/** Links outlive their messages: after deletion nothing is recorded. */
async function recordVisit(
  ctx: ServiceContext,
  { recipient, shard }: LinkRecipient,
  kind: 'open' | 'click',
  fields: JsonObject,
): Promise<void> {
  const sent = await findSentMessage(ctx.database.read, { sid: recipient, shard: shard ?? null });
  if (sent === null) return;
  const { row } = sent;
  const message = messageIdOf(row);
  const cause = `${message}.${kind}.${ctx.ids.token()}`;
  const { account, region } = row;
  const event = { cause, kind, message, fields: { ...sent.fields, ...fields } };
  const first = kind === 'open' ? 'unique_opens' : 'unique_clicks';
  await ctx.database.write(async (tx) => {
    const counts = (await hasMessageEvent(tx, row, { message, kind })) ? [] : [first as EmailMetric];
    await recordEvents(tx, { account, region, now: ctx.clock.now() }, [{ ...event, counts }]);
  });
  ctx.wake('events');
}
