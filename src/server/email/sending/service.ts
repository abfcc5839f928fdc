/** Sends email: validates a request, stores the message with a row for each recipient, and enqueues a job for each. */

import { hash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { EmailAddress, Personalization, SendRequest } from '#api/email/message.ts';
import { RenderLimitExceeded, renderLimits } from '#flow/handlebars/render.ts';
import type { Queries } from '../../platform/database/database.ts';
import { shardOfOutboundMail } from '../../platform/database/shard.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { tellUsage } from '../alerts/jobs.ts';
import { recordEvents } from '../events/service/record.ts';
import {
  eventFields,
  messageIdOf,
  type OutboundMessage,
  type SharedMessage,
  senderOf,
} from '../messages/message.ts';
import { recordDrop } from '../messages/outcomes.ts';
import {
  insertOutboundMessage,
  type OutboundAttachmentRow,
  type OutboundMailRow,
  type OutboundPersonalizationRow,
  type OutboundRecipientRow,
} from '../messages/store.ts';
import { contentTypeOf } from '../mime/media-type.ts';
import { joinTerms, termsOfEmail } from '../search/terms.ts';
import { senderErrors } from '../sending-domains/sender-check.ts';
import { withSettings } from '../sending-settings/service.ts';
import { maxScannedLength, scoreSpam } from '../spam/score.ts';
import { listGroups } from '../suppressions/groups/store.ts';
import { findSnapshot, type TemplateSnapshot } from '../templates/service.ts';
import { type FieldError, invalidField, invalidFields } from '../validation/field-error.ts';
import { fillContent } from './filled-content.ts';
import { enqueueSend } from './job.ts';
import { sizeErrors } from './message-size.ts';
import { addToQuota } from './quota-store.ts';
import { createSubstituter, KeyMatchers } from './substitutions.ts';
import { dropReasons, findDropReasons } from './suppression-check.ts';
import { controlCharacter, validateEmail } from './validation.ts';

/**
 * Accepts a send request. When it resolves, the message is stored and will be attempted. Returns its id, or null in sandbox
 * mode, where it is only validated. `ignored` are the members that it had besides, for the log of the message.
 *
 * @throws Refusal with every validation error
 */
export async function sendEmail(
  ctx: ServiceContext,
  caller: EmailCaller,
  { request: sent, ignored }: { request: SendRequest; ignored: readonly string[] },
): Promise<string | null> {
  const now = ctx.clock.now();
  const template = sent.template_id === undefined ? null : await findSnapshot(ctx, caller, sent.template_id);
  const errors = [
    ...validateEmail(sent, now),
    ...templateErrors(sent, template),
    ...(await groupErrors(ctx, caller, sent)),
    ...(await senderErrors(ctx, caller, sent)),
  ];
  const [first, ...others] = errors.slice(0, maxReportedErrors);
  if (first !== undefined) throw invalidFields([first, ...others]);
  const request = await withSettings(ctx, caller, withMediaTypes(sent));
  const matchers = new KeyMatchers();
  const shared = sharedOf(request, { template, ignored });
  const rendered = template === null ? null : await renderAll(request, shared);
  const [tooLarge] = await sizeErrors({ ...request, ...rendered?.longest }, matchers);
  if (tooLarge !== undefined) throw invalidFields([tooLarge]);
  if (request.mail_settings?.sandbox_mode?.enable === true) return null;
  const rows = createRows(ctx, caller, { request, shared, matchers, subjects: rendered?.subjects ?? null });
  const faults = await findContentFaults(request, shared, matchers);
  await ctx.database.write((tx) =>
    insertMessage(ctx, tx, request.personalizations, { rows, shared, faults }),
  );
  ctx.wake();
  return rows.mail.id;
}

const maxReportedErrors = 20;

async function groupErrors(
  ctx: ServiceContext,
  caller: EmailCaller,
  { asm }: SendRequest,
): Promise<FieldError[]> {
  if (asm === undefined) return [];
  const known = new Set((await listGroups(ctx.database.read, caller)).map(({ id }) => Number(id)));
  const help = 'Name a group of this account, as GET /v3/asm/groups lists them.';
  const offered = (asm.groups_to_display ?? []).map((id, at) => [`asm.groups_to_display.${at}`, id] as const);
  return [['asm.group_id', asm.group_id] as const, ...offered]
    .filter(([, id]) => !known.has(id))
    .map(([field, id]) => ({ field, message: `${field}: there is no group ${id}`, help }));
}

function templateErrors(
  { template_id, subject = '', personalizations }: SendRequest,
  template: TemplateSnapshot | null,
): FieldError[] {
  if (template_id === undefined) return [];
  if (template === null) {
    const message = `template_id: there is no template '${template_id.slice(0, 100)}' with an active version`;
    return [{ field: 'template_id', message, help: 'Name a template, as GET /v3/templates lists them.' }];
  }
  if (template.html === '' && template.plain === null) {
    const message = 'template_id: the active version of the template has no content';
    return [{ field: 'template_id', message, help: 'Write the version, or activate another one.' }];
  }
  if (template.subject !== '' || subject !== '' || personalizations.every((each) => each.subject)) return [];
  const help = 'Give the template a subject, or send one.';
  return [{ field: 'subject', message: 'subject is required', help }];
}

/** The fields that all recipients share. */
function sharedOf(
  { personalizations: _, attachments: __, ...members }: SendRequest,
  { template, ignored }: { template: TemplateSnapshot | null; ignored: readonly string[] },
): SharedMessage {
  return { ...members, ...(template !== null && { template }), ...(ignored.length > 0 && { ignored }) };
}

/** Work of rendering in one request, in all its personalizations together. */
const totalRenderLimits = { steps: 10_000_000, characters: 200 * 1024 * 1024 };

/**
 * Renders the template for each personalization: what is accepted can be rendered when it is sent. Returns the subjects, and
 * the longest subject and contents, which no message exceeds.
 *
 * @throws Refusal where that takes too much work
 */
async function renderAll(
  { personalizations }: SendRequest,
  shared: SharedMessage,
): Promise<{ subjects: string[]; longest: Pick<SendRequest, 'subject' | 'content'> }> {
  const share = (total: number, most: number) => Math.min(most, Math.floor(total / personalizations.length));
  const limits = {
    steps: share(totalRenderLimits.steps, renderLimits.steps),
    characters: share(totalRenderLimits.characters, renderLimits.characters),
  };
  const subjects: string[] = [];
  const longest = new Map<string, string>();
  const keep = (type: string, value: string) => {
    if (Buffer.byteLength(value) >= Buffer.byteLength(longest.get(type) ?? '')) longest.set(type, value);
  };
  for (const [index, personalization] of personalizations.entries()) {
    if (index > 0) await yieldToEventLoop();
    try {
      const { subject, content } = fillContent({ shared, personalization }, (text) => text, { limits });
      subjects.push(subject);
      keep('subject', subject);
      for (const { type, value } of content) keep(type, value);
    } catch (error) {
      if (!(error instanceof RenderLimitExceeded)) throw error;
      const field = `personalizations.${index}.dynamic_template_data`;
      const message = `${field}: the template makes too much of this data`;
      throw invalidField(field, message, 'Send less data, or fewer personalizations in one request.');
    }
  }
  const { subject = '', ...contents } = Object.fromEntries(longest);
  const content = Object.entries(contents).map(([type, value]) => ({ type, value }));
  return { subjects, longest: { subject, content } };
}

type MessageRows = {
  mail: OutboundMailRow;
  personalizations: OutboundPersonalizationRow[];
  attachments: OutboundAttachmentRow[];
  recipients: OutboundRecipientRow[];
};

function createRows(
  ctx: ServiceContext,
  { account, region }: EmailCaller,
  {
    request,
    shared,
    matchers,
    subjects,
  }: {
    request: SendRequest;
    shared: SharedMessage;
    matchers: KeyMatchers;
    /** Those of a template, by personalization. */
    subjects: readonly string[] | null;
  },
): MessageRows {
  const { personalizations, attachments = [] } = request;
  const now = ctx.clock.now();
  const id = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const shard = shardOfOutboundMail(id);
  const recipients = personalizations.flatMap((personalization, index) => {
    const sender = senderOf(shared, personalization).email.trim();
    const fill = createSubstituter(personalization.substitutions, matchers);
    const subject = subjects?.[index] ?? fill(personalization.subject ?? shared.subject ?? '');
    const send_at = Math.max(now, (personalization.send_at ?? shared.send_at ?? 0) * 1000);
    return addressesOf(personalization).map(({ email }): OutboundRecipientRow => {
      return {
        ...{
          sid: ctx.ids.sid('EM'),
          mail: id,
          shard,
          number: 0,
          account,
          region,
          personalization: index,
          sender,
          subject,
        },
        ...{ email: email.trim().toLowerCase(), status: 'waiting', in_mailbox: 0, attempts: 0, response: '' },
        ...{ send_at, created_at: now, updated_at: null, batch_id: shared.batch_id ?? null },
        waits_until: send_at > now ? send_at : null,
        terms: joinTerms(
          termsOfEmail(
            { account, region, direction: 'sent' },
            {
              ...{ addresses: [email, sender], recipients: [email], subject },
              ...{ template: shared.template?.id, categories: shared.categories },
            },
          ),
        ),
      };
    });
  });
  return {
    mail: { id, shard, account, region, shared: JSON.stringify(shared), created_at: now },
    personalizations: personalizations.map((personalization, number) => {
      return { mail: id, shard, number, value: JSON.stringify(personalization) };
    }),
    attachments: attachments.map((file, number) => ({
      ...{ mail: id, shard, number, filename: file.filename, type: file.type ?? 'application/octet-stream' },
      ...{
        inline: Number(file.disposition === 'inline'),
        content_id: file.content_id ?? file.contentId ?? null,
      },
      bytes: Buffer.from(file.content, 'base64'),
    })),
    recipients: recipients.map((row, number) => ({ ...row, number })),
  };
}

function addressesOf({ to, cc = [], bcc = [] }: Personalization): EmailAddress[] {
  return [...to, ...cc, ...bcc];
}

/** Inserts the rows, and for each recipient a job and a `processed` event, or a `dropped` event when it is suppressed. */
export async function insertMessage(
  ctx: ServiceContext,
  tx: Queries,
  personalizations: readonly Personalization[],
  { rows, shared, faults }: { rows: MessageRows; shared: SharedMessage; faults: ReadonlyMap<number, string> },
): Promise<void> {
  const { mail } = rows;
  const { account, region, created_at: now } = mail;
  const emails = [...new Set(rows.recipients.map(({ email }) => email))];
  const suppressed = await findDropReasons(tx, mail, shared, emails);
  const drops = await findRecipientDrops(ctx, tx, {
    account,
    recipients: rows.recipients,
    suppressed,
    faults,
  });
  const recipients = rows.recipients.map((row): OutboundRecipientRow => {
    const reason = drops.get(row.number);
    return reason === undefined ? row : { ...row, status: 'dropped', response: reason, waits_until: null };
  });
  await insertOutboundMessage(tx, { ...rows, recipients });
  const messages = recipients.flatMap((row): OutboundMessage[] => {
    const personalization = personalizations[row.personalization];
    return personalization === undefined ? [] : [{ row: outboundRow(row, mail), shared, personalization }];
  });
  for (const message of messages) {
    const reason = drops.get(message.row.number);
    if (reason !== undefined) {
      await recordDrop(ctx, tx, message, reason, ['requests']);
      continue;
    }
    await enqueueSend(tx, message.row, { now });
  }
  const accepted = messages.filter(({ row }) => !drops.has(row.number));
  await recordEvents(
    tx,
    { account, region, now },
    accepted.map((message) => processedEvent(message, now)),
  );
}

/**
 * The reason for each recipient that is dropped, by its number: of the address, of the content, and then the limit of the
 * month, which counts only those that would be sent.
 */
async function findRecipientDrops(
  ctx: ServiceContext,
  tx: Queries,
  {
    account,
    recipients,
    suppressed,
    faults,
  }: {
    account: string;
    recipients: readonly OutboundRecipientRow[];
    suppressed: ReadonlyMap<string, string>;
    /** By the number of the personalization. */
    faults: ReadonlyMap<number, string>;
  },
): Promise<Map<number, string>> {
  const drops = new Map<number, string>();
  const accepted: number[] = [];
  for (const { number, email, personalization } of recipients) {
    const reason = suppressed.get(email) ?? faults.get(personalization);
    if (reason === undefined) accepted.push(number);
    else drops.set(number, reason);
  }
  const granted = await takeFromQuota(ctx, tx, { account, recipients: accepted.length });
  for (const number of accepted.slice(granted)) drops.set(number, dropReasons.overQuota);
  return drops;
}

function outboundRow(row: OutboundRecipientRow, mail: OutboundMailRow): OutboundMessage['row'] {
  return { ...row, shared: '', value: '', ordered_at: mail.created_at };
}

function processedEvent(message: OutboundMessage, now: number) {
  const id = messageIdOf(message.row);
  const { send_at } = message.row;
  const { ip_pool_name: pool } = message.shared;
  const fields = {
    ...eventFields(message),
    ...(pool !== undefined && { pool: { name: pool, id: poolIdOf(pool) } }),
    ...(send_at > now && { send_at: Math.floor(send_at / 1000) }),
  };
  return { cause: `${id}.processed`, kind: 'processed' as const, message: id, fields };
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

/** Why personalizations are dropped for what they hold, by their numbers: filled headers that are none, and spam. */
async function findContentFaults(
  request: SendRequest,
  shared: SharedMessage,
  matchers: KeyMatchers,
): Promise<ReadonlyMap<number, string>> {
  const faults = new Map<number, string>();
  for (const [number, personalization] of request.personalizations.entries()) {
    if (hasInvalidHeader(personalization, matchers)) faults.set(number, dropReasons.invalidHeader);
    if (request.mail_settings?.spam_check?.enable !== true) continue;
    if (!faults.has(number) && isSpam(request, { shared, personalization }, matchers))
      faults.set(number, dropReasons.spamContent);
    await yieldToEventLoop();
  }
  return faults;
}

/** Whether a header is no single line once it is filled: its own text was validated, the substitutions are anything. */
function hasInvalidHeader({ headers, substitutions }: Personalization, matchers: KeyMatchers): boolean {
  if (headers === undefined || substitutions === undefined) return false;
  const fill = createSubstituter(substitutions, matchers);
  return Object.values(headers).some((value) => controlCharacter.test(fill(value)));
}

/** The request with the media types of its contents as they are sent: texts are always UTF-8. */
function withMediaTypes(request: SendRequest): SendRequest {
  const content = request.content?.map(({ type, value }) => ({ type: contentTypeOf(type), value }));
  return content === undefined ? request : { ...request, content };
}

/** Whether the content of that personalization reaches the threshold of the request. */
function isSpam(
  { attachments = [] }: SendRequest,
  { shared, personalization }: Pick<OutboundMessage, 'shared' | 'personalization'>,
  matchers: KeyMatchers,
): boolean {
  const { threshold = defaultThreshold } = shared.mail_settings?.spam_check ?? {};
  const fill = createSubstituter(personalization.substitutions, matchers);
  const { subject, content } = fillContent({ shared, personalization }, fill, {
    maxLength: maxScannedLength,
  });
  const textOf = (type: string) =>
    content
      .filter((each) => each.type === type)
      .map(({ value }) => value.slice(0, maxScannedLength))
      .join('\n');
  const sender = senderOf(shared, personalization).email;
  const { points } = scoreSpam({
    ...{ headers, from: sender, sender, filenames: attachments.map((file) => file.filename) },
    ...{ subject, text: textOf('text/plain'), html: textOf('text/html') },
  });
  return points >= threshold;
}
