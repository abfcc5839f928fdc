/**
 * Accepts a message: stores it, and for each recipient a row, a job and a `processed` event, or a `dropped` event. One transaction
 * accepts it for all; those of many recipients are stored some at a time behind it.
 */

import { hash } from 'node:crypto';
import type { Personalization } from '#api/email/message.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import { givingWay } from '../../platform/event-loop-turn.ts';
import { handlePieces, type Piece, writeInPieces } from '../../platform/jobs/pieces.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { tellUsage } from '../alerts/jobs.ts';
import { recordEvents } from '../events/service/record.ts';
import {
  addressesOf,
  eventFields,
  messageIdOf,
  replyToOf,
  type SharedMessage,
  senderOf,
  textOfReplies,
} from '../messages/message.ts';
import { recordDrops } from '../messages/outcomes.ts';
import {
  findStoredMail,
  insertOutboundMessage,
  insertRecipients,
  lastRecipientNumber,
  type OutboundAttachmentRow,
  type OutboundMailRow,
  type OutboundPersonalizationRow,
  type OutboundRecipientRow,
} from '../messages/store.ts';
import { faultOfField } from '../mime/field-lines.ts';
import { joinTerms, termsOfEmail } from '../search/terms.ts';
import { maxScannedLength, scoreSpam } from '../spam/score.ts';
import { foldAddress, parseEmailAddress } from '../validation/email-address.ts';
import { fillContent } from './filled-content.ts';
import { enqueueSend } from './job.ts';
import { addToQuota } from './quota-store.ts';
import { createSubstituter, type Fill, KeyMatchers } from './substitutions.ts';
import { dropReasons, findDropReasons } from './suppression-check.ts';
import { controlCharacter, hasLongName } from './validation.ts';

type MessageContent = { shared: SharedMessage; personalizations: readonly Personalization[] };

/** `faults` says why personalizations are dropped, by their numbers. */
type Recipients = { recipients: readonly OutboundRecipientRow[]; faults: ReadonlyMap<number, string> };

export type NewMessage = MessageContent &
  Recipients & { mail: OutboundMailRow; attachments: readonly OutboundAttachmentRow[] };

/** Recipients of one piece: each has forty search terms and an event of 10 kB at most. */
const recipientsAtOnce = 15;

/** When it resolves, the message is stored and will be attempted. */
export async function acceptMessage(ctx: ServiceContext, message: NewMessage): Promise<void> {
  const { mail, personalizations, attachments } = message;
  const { id, account, shard } = mail;
  const rows: OutboundPersonalizationRow[] = [];
  for await (const [number, personalization] of givingWay(personalizations.entries()))
    rows.push({ mail: id, shard, number, value: JSON.stringify(personalization) });
  const payload = JSON.stringify({ mail: id });
  await writeInPieces(
    ctx,
    { kind: 'mail-accept', key: `mail-accept:${id}`, account, shard, payload },
    {
      decide: (tx) => insertOutboundMessage(tx, { mail, personalizations: rows, attachments }),
      piece: acceptRecipients(ctx, message),
      from: 0,
    },
  );
  ctx.wake();
}

/** Composes the recipients again of which not all were stored: those that were have the first numbers. */
export const handleAcceptJob = handlePieces(async (ctx, job) => {
  const stored = await findStoredMail(ctx.database.read, (JSON.parse(job.payload) as { mail: string }).mail);
  if (stored === null) return null;
  const { mail, filenames } = stored;
  const content = {
    shared: JSON.parse(mail.shared) as SharedMessage,
    personalizations: stored.personalizations.map((value) => JSON.parse(value) as Personalization),
  };
  const composed = await composeRecipients(ctx, mail, content, { filenames });
  return acceptRecipients(ctx, { mail, ...content, ...composed });
});

/** The rows of all recipients, in order, and what is wrong with what they would get. `subjects` are those of a template, by personalization. */
export async function composeRecipients(
  ctx: ServiceContext,
  mail: OutboundMailRow,
  content: MessageContent,
  {
    filenames,
    subjects,
    matchers = new KeyMatchers(),
  }: { filenames: readonly string[]; subjects?: readonly string[] | undefined; matchers?: KeyMatchers },
): Promise<Recipients> {
  const { shared } = content;
  const { id, shard, account, region, created_at } = mail;
  const recipients: OutboundRecipientRow[] = [];
  const faults = new Map<number, string>();
  const replies = textOfReplies(shared);
  for await (const [index, personalization] of givingWay(content.personalizations.entries())) {
    const message = { shared, personalization };
    const sender = senderOf(shared, personalization).email.trim();
    const fill = createSubstituter(personalization.substitutions, matchers);
    const subject =
      subjects?.[index] ??
      (shared.template === undefined
        ? fill(personalization.subject ?? shared.subject ?? '')
        : fillContent(message, fill).subject);
    const send_at = Math.max(created_at, (personalization.send_at ?? shared.send_at ?? 0) * 1000);
    for await (const { email } of givingWay(addressesOf(personalization))) {
      const found = { addresses: [email, sender], recipients: [email], subject };
      const { categories, template } = shared;
      const scope = { account, region, direction: 'sent' } as const;
      recipients.push({
        ...{ sid: ctx.ids.sid('EM'), mail: id, shard, number: recipients.length, account, region },
        ...{ personalization: index, sender, subject, email: foldAddress(email) },
        ...{ status: 'waiting', in_mailbox: 0, attempts: 0, response: '' },
        ...{ send_at, created_at, updated_at: null, batch_id: shared.batch_id ?? null },
        waits_until: send_at > created_at ? send_at : null,
        terms: joinTerms(termsOfEmail(scope, { ...found, template: template?.id, categories })),
      });
    }
    if (hasInvalidHeader(message, fill, replies)) faults.set(index, dropReasons.invalidHeader);
    else if (shared.mail_settings?.spam_check?.enable === true && isSpam(message, filenames, matchers))
      faults.set(index, dropReasons.spamContent);
  }
  return { recipients, faults };
}

/** Positions are numbers of recipients. */
function acceptRecipients(ctx: ServiceContext, message: Omit<NewMessage, 'attachments'>): Piece<number> {
  const { mail, shared, personalizations, recipients, faults } = message;
  const { account, region, created_at: now } = mail;
  return async (tx, at) => {
    const from = at ?? (await lastRecipientNumber(tx, mail)) + 1;
    const next = from + recipientsAtOnce;
    const some = recipients.slice(from, next);
    if (some.length === 0) return { next: null };
    const drops = await findRecipientDrops(ctx, tx, { mail, shared, recipients: some, faults });
    const sent = some.map((each) => {
      const reason = drops.get(each.number);
      const row: OutboundRecipientRow =
        reason === undefined ? each : { ...each, status: 'dropped', response: reason, waits_until: null };
      const personalization = personalizations[row.personalization] ?? { to: [] };
      return { row, reason, fields: eventFields({ row, shared, personalization }) };
    });
    await insertRecipients(
      tx,
      sent.map(({ row }) => row),
    );
    await recordDrops(
      ctx,
      tx,
      sent.flatMap(({ reason, ...each }) => (reason === undefined ? [] : [{ ...each, reason }])),
      ['requests'],
    );
    const accepted = sent.filter(({ reason }) => reason === undefined);
    for (const { row } of accepted) await enqueueSend(tx, row, { now });
    const events = accepted.map(({ row, fields }) => processedEvent(row, shared, { fields, now }));
    await recordEvents(tx, { account, region, now }, events);
    return { next: next < recipients.length ? next : null };
  };
}

/**
 * The reason for each recipient that is dropped, by its number: of the address, of the content, and then the limit of the
 * month, which counts only those that would be sent.
 */
async function findRecipientDrops(
  ctx: ServiceContext,
  tx: Queries,
  { mail, shared, recipients, faults }: Recipients & { mail: OutboundMailRow; shared: SharedMessage },
): Promise<Map<number, string>> {
  const emails = [...new Set(recipients.map(({ email }) => email))];
  const suppressed = await findDropReasons(tx, mail, shared, emails);
  const drops = new Map<number, string>();
  const accepted: number[] = [];
  for (const { number, email, personalization } of recipients) {
    const reason = suppressed.get(email) ?? faults.get(personalization);
    if (reason === undefined) accepted.push(number);
    else drops.set(number, reason);
  }
  const granted = await takeFromQuota(ctx, tx, { account: mail.account, recipients: accepted.length });
  for (const number of accepted.slice(granted)) drops.set(number, dropReasons.overQuota);
  return drops;
}

function processedEvent(
  row: OutboundRecipientRow,
  { ip_pool_name: pool }: SharedMessage,
  { fields: common, now }: { fields: JsonObject; now: number },
) {
  const message = messageIdOf(row);
  const { send_at } = row;
  const fields = {
    ...common,
    ...(pool !== undefined && { pool: { name: pool, id: poolIdOf(pool) } }),
    ...(send_at > now && { send_at: Math.floor(send_at / 1000) }),
  };
  return { cause: `${message}.processed`, kind: 'processed' as const, message, fields };
}

/** IP pools exist as names only, so the id is derived from the name. */
function poolIdOf(name: string): number {
  return Number.parseInt(hash('sha256', name).slice(0, 7), 16);
}

/**
 * Takes up to `recipients` from the limit of the account's month (`EMAIL_MONTHLY_LIMIT`), in UTC; returns how many it may still send to. The
 * transactions of one account that send are serialized, which a limit that is never exceeded needs.
 */
async function takeFromQuota(
  ctx: ServiceContext,
  tx: Queries,
  { account, recipients }: { account: string; recipients: number },
): Promise<number> {
  const limit = ctx.config.emailMonthlyLimit;
  if (limit === null || recipients === 0) return recipients;
  const month = new Date(ctx.clock.now()).toISOString().slice(0, 'YYYY-MM'.length);
  const taken = await addToQuota(tx, { account, month, recipients });
  const granted = Math.min(recipients, Math.max(0, limit - (taken - recipients)));
  if (granted < recipients) await addToQuota(tx, { account, month, recipients: granted - recipients });
  await tellUsage(ctx, tx, { account, month, used: Math.min(taken, limit), limit });
  return granted;
}

/** Where the request gives no threshold: what filters usually take for spam. */
const defaultThreshold = 5;

/** Headers that every composed message has. */
const headers = 'From: \nDate: \nMessage-ID: ';

/** Whether a header is no single line, too long for one, or no address, once it is filled: its own text was validated, the substitutions are anything. */
function hasInvalidHeader(
  { shared, personalization: { headers = {}, substitutions } }: FilledFrom,
  fill: Fill,
  replies: string,
): boolean {
  if (substitutions === undefined) return false;
  // Of a thousand addresses mostly none has a key.
  const replyTo = fill(replies) === replies ? [] : replyToOf(shared, fill);
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)] as const);
  return (
    [...filled.map(([, value]) => value), ...replyTo.map(({ name = '' }) => name)].some((value) =>
      controlCharacter.test(value),
    ) ||
    filled.some(([name, value]) => faultOfField(name, value) !== null) ||
    replyTo.some((each) => parseEmailAddress(each.email) === null || hasLongName(each))
  );
}

type FilledFrom = { shared: SharedMessage; personalization: Personalization };

/** Whether the content of that personalization reaches the threshold of the request. */
function isSpam(message: FilledFrom, filenames: readonly string[], matchers: KeyMatchers): boolean {
  const { shared, personalization } = message;
  const { threshold = defaultThreshold } = shared.mail_settings?.spam_check ?? {};
  const fill = createSubstituter(personalization.substitutions, matchers);
  const { subject, content } = fillContent(message, fill, { maxLength: maxScannedLength });
  const textOf = (type: string) =>
    content
      .filter((each) => each.type === type)
      .map(({ value }) => value.slice(0, maxScannedLength))
      .join('\n');
  const sender = senderOf(shared, personalization).email;
  const { points } = scoreSpam({
    ...{ headers, from: sender, sender, filenames },
    ...{ subject, text: textOf('text/plain'), html: textOf('text/html') },
  });
  return points >= threshold;
}
