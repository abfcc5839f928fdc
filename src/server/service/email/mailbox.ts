/**
 * The verbs of mail that went out: how far it has come, and how it looks to its reader. The built-in mailbox keeps no copies:
 * a mail is written again from what was ordered, and comes out the same.
 */

import { composeMail, type Letter } from '../../connector/smtp/compose.ts';
import {
  findOutbound,
  listEventsOf,
  listRecipients,
  type OutboundRecipientRow,
  type OutboundStatus,
} from '../../store/email/outbound.ts';
import type { Owner } from '../../store/email-tables.ts';
import type { Slice, SliceRequest } from '../../store/slice.ts';
import type { Caller, Host } from '../host.ts';
import { notFound } from '../refusal.ts';
import { letterOf } from './outbound-letter.ts';
import { messageIdOf, type Order, orderOf } from './outbound-order.ts';

export type { OutboundRecipientRow };

/** Newest first; positions are SIDs. */
export function listOutboundMails(
  host: Host,
  { account, region }: Owner,
  status: OutboundStatus | undefined,
  request: SliceRequest,
): Promise<Slice<OutboundRecipientRow>> {
  return listRecipients(host.database.read, { account, region, status }, request);
}

export type MailView = {
  row: OutboundRecipientRow;
  letter: Letter;
  source: Buffer;
  /** JSON of each event, oldest first. */
  events: string[];
};

/** @throws Refusal when the caller has no such mail */
export async function fetchOutboundMail(host: Host, caller: Caller, sid: string): Promise<MailView> {
  const order = await requireOrder(host, caller, sid);
  const { row } = order;
  const letter = await letterOf(host, order);
  const events = await listEventsOf(host.database.read, row, messageIdOf(row));
  return { row, letter, source: await composeMail(letter), events: events.map(({ payload }) => payload) };
}

/** What the recipient reads, with files that the HTML names in their places. @throws Refusal when there is none */
export async function fetchOutboundPage(
  host: Host,
  caller: Caller,
  sid: string,
): Promise<{ html: string | null; text: string }> {
  const { parts, files } = await letterOf(host, await requireOrder(host, caller, sid));
  const textOf = (type: string) => parts.find((part) => part.type === type)?.value ?? null;
  let html = textOf('text/html');
  for (const { contentId, type, bytes } of files) {
    if (html === null || contentId === null) continue;
    const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
    html = html.replaceAll(`cid:${contentId}`, () => data);
  }
  return { html, text: textOf('text/plain') ?? '' };
}

async function requireOrder(host: Host, { account }: Caller, sid: string): Promise<Order> {
  const row = await findOutbound(host.database.read, sid);
  if (row === undefined || row.account !== account) throw notFound();
  return orderOf(row);
}
