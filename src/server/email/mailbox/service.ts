/**
 * Sent email: list, details, and the message as the recipient sees it. No copies are stored: composing is deterministic, so
 * the message is composed again from the request.
 */

import { maxEmailBytes } from '#api/email/message.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { listMessageEvents } from '../events/store/events.ts';
import { messageIdOf, type OutboundMessage, parseOutboundMessage } from '../messages/message.ts';
import {
  findOutboundMessage,
  listRecipients,
  type OutboundRecipientRow,
  type OutboundStatus,
} from '../messages/store.ts';
import { composeMime, type MimeMessage } from '../mime/compose.ts';
import { buildMimeMessage } from '../sending/compose.ts';
import { fillWithin } from '../sending/substitutions.ts';

export type { OutboundRecipientRow };

/** Newest first; cursors are SIDs. */
export function listOutboundEmails(
  ctx: ServiceContext,
  { account, region }: Owner,
  status: OutboundStatus | undefined,
  request: KeysetPageRequest,
): Promise<KeysetPage<OutboundRecipientRow>> {
  return listRecipients(ctx.database.replica, { account, region, status }, request);
}

export type SentMessage = {
  row: OutboundRecipientRow;
  message: MimeMessage;
  source: Buffer;
  /** Members of the request that were ignored. */
  ignored: readonly string[];
  /** JSON of each event, oldest first. */
  events: string[];
};

/** Fetches an email with its source and events. @throws Refusal when the caller has no such email */
export async function fetchOutboundEmail(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<SentMessage> {
  const outbound = await requireMessage(ctx, caller, sid);
  const { row } = outbound;
  const message = await buildMimeMessage(ctx, outbound);
  const events = await listMessageEvents(ctx.database.replica, row, messageIdOf(row));
  return {
    row,
    message,
    source: await composeMime(message),
    ignored: outbound.shared.ignored ?? [],
    events: events.map(({ payload }) => payload),
  };
}

/**
 * The body as the recipient sees it, with inline attachments as data URLs; without them where they occur so often that it would
 * be larger than a message may be.
 *
 * @throws Refusal when there is none
 */
export async function fetchOutboundEmailBody(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<{ html: string | null; text: string }> {
  const { parts, files } = await buildMimeMessage(ctx, await requireMessage(ctx, caller, sid));
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? null;
  const html = textOf('text/html');
  const images = files.flatMap(({ contentId, type, bytes }) =>
    contentId === null
      ? []
      : [[`cid:${contentId}`, `data:${type};base64,${Buffer.from(bytes).toString('base64')}`] as const],
  );
  return {
    html: html === null ? null : fillWithin(html, Object.fromEntries(images), maxEmailBytes),
    text: textOf('text/plain') ?? '',
  };
}

async function requireMessage(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<OutboundMessage> {
  const row = await findOutboundMessage(ctx.database.read, { sid, shard: null });
  if (row === undefined || row.account !== account) throw notFound();
  // Composing a large message is long work.
  await eventLoopTurn.enter();
  return parseOutboundMessage(row);
}
