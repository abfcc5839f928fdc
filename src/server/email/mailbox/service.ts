/**
 * Sent email: list, details, and the message as the recipient sees it. No copies are stored: composing is deterministic, so
 * the message is composed again from the request.
 */

import { maxEmailBytes } from '#api/email/message.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import { eventLoopTurn } from '../../platform/event-loop-turn.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type EventPost, findPostsOf, postEventsAgain } from '../events/service/posts.ts';
import { listMessageEvents } from '../events/store/events.ts';
import {
  messageIdOf,
  type OutboundMessage,
  parseOutboundMessage,
  type SharedMessage,
} from '../messages/message.ts';
import {
  findOutboundMessage,
  listRecipients,
  listRecipientsOf,
  type OutboundRecipientRow,
  type OutboundStatus,
} from '../messages/store.ts';
import { composeMime, type MimeMessage } from '../mime/compose.ts';
import type { SearchedPage } from '../search/store.ts';
import { termOf, termsOfQuery } from '../search/terms.ts';
import { buildMimeMessage } from '../sending/compose.ts';
import { sendAgain } from '../sending/send-again.ts';
import { fillWithin } from '../sending/substitutions.ts';

export type { OutboundRecipientRow };

/** Times are epoch milliseconds. */
export type OutboundFilter = {
  status?: OutboundStatus | undefined;
  /** Whole addresses and words that must all occur. */
  search?: string | undefined;
  /** Of one message; the others have no effect. */
  messageId?: string | undefined;
  template?: string | undefined;
  category?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/** Newest first; cursors are SIDs. A page may end before it is full, where a search takes long. */
export async function listOutboundEmails(
  ctx: ServiceContext,
  owner: Owner,
  { status, search = '', messageId, template, category, from, to }: OutboundFilter,
  request: KeysetPageRequest,
): Promise<SearchedPage<OutboundRecipientRow>> {
  const db = ctx.database.replica;
  if (messageId !== undefined) {
    const rows = await recipientsWithId(db, owner, messageId);
    return { rows, newer: false, older: false, searchedTo: null };
  }
  const scope = { ...owner, direction: 'sent' } as const;
  const terms = [
    ...termsOfQuery(scope, search),
    ...(template === undefined ? [] : [termOf(scope, 'template', template)]),
    ...(category === undefined ? [] : [termOf(scope, 'category', category)]),
  ];
  const range = { from: sidAt(from), to: sidAt(to) };
  return listRecipients(db, { ...owner, status, terms, range }, request);
}

/** Those of an `X-Message-Id`, or the one of an `sg_message_id` or a Message-ID header. */
export async function recipientsWithId(
  db: Queries,
  owner: Owner,
  text: string,
): Promise<OutboundRecipientRow[]> {
  const [, mail, number] = /^<?([\w-]{22})(?:\.(\d{1,4}))?(?:@[^\s>]*)?>?$/.exec(text.trim()) ?? [];
  if (mail === undefined) return [];
  const rows = await listRecipientsOf(db, owner, mail);
  return number === undefined ? rows : rows.filter((row) => row.number === Number(number));
}

/** When a SID was made, in epoch milliseconds. */
export function timeOfSid(sid: string): number {
  return Number.parseInt(sid.slice(2, 14), 16);
}

/** SIDs begin with the time: this one is smaller than all of that moment. */
export function sidAt(time: number | undefined): string | undefined {
  return time === undefined ? undefined : `EM${Math.max(0, time).toString(16).padStart(12, '0')}`;
}

export type SentMessage = {
  row: OutboundRecipientRow;
  message: MimeMessage;
  source: Buffer;
  shared: SharedMessage;
  /** JSON of each event, oldest first. */
  events: string[];
  /** Posts of its events to webhooks, oldest first. */
  posts: EventPost[];
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
    shared: outbound.shared,
    events: events.map(({ payload }) => payload),
    posts: await findPostsOf(ctx, row, events),
  };
}

/** Sends an email again to its recipient, as a new one; returns that. @throws Refusal when the caller has no such email */
export async function sendOutboundEmailAgain(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<SentMessage> {
  return fetchOutboundEmail(ctx, caller, await sendAgain(ctx, await requireMessage(ctx, caller, sid)));
}

/** Posts the events of an email again; those that still wait are posted once. @throws Refusal when the caller has no such email */
export async function postOutboundEvents(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<SentMessage> {
  const { row } = await requireMessage(ctx, caller, sid);
  await postEventsAgain(ctx, row, messageIdOf(row));
  return fetchOutboundEmail(ctx, caller, sid);
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
