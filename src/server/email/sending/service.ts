/** The verb of sending: a mail is checked, kept with a row for each recipient, and on its way. */

import { hash } from 'node:crypto';
import type { EmailAddress, Personalization, SendRequest } from '#api/email/message.ts';
import type { Queries } from '../../platform/database/database.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { recordEvents } from '../events/service/record.ts';
import { eventFields, messageIdOf, type OutboundMessage, senderOf } from '../messages/message.ts';
import {
  insertOutboundMessage,
  type OutboundAttachmentRow,
  type OutboundMailRow,
  type OutboundPersonalizationRow,
  type OutboundRecipientRow,
} from '../messages/store.ts';
import { listGroups } from '../suppressions/groups/store.ts';
import { type FieldError, invalidFields } from '../validation/field-error.ts';
import { recordDrop, type SendJob, sendJobKind } from './job-handler.ts';
import { createSubstituter } from './render.ts';
import { findDropReasons } from './suppression-check.ts';
import { validateEmail } from './validation.ts';

/**
 * Takes a mail. When it resolves, the mail is kept and will be tried; gives its id, or null in sandbox mode, where it is
 * only checked.
 *
 * @throws Refusal naming everything that is wrong
 */
export async function sendEmail(
  ctx: ServiceContext,
  caller: EmailCaller,
  wanted: SendRequest,
): Promise<string | null> {
  const now = ctx.clock.now();
  const faults = [...validateEmail(wanted, now), ...(await groupErrors(ctx, caller, wanted))];
  const [first, ...others] = faults.slice(0, maxReportedErrors);
  if (first !== undefined) throw invalidFields([first, ...others]);
  if (wanted.mail_settings?.sandbox_mode?.enable === true) return null;
  const kept = rowsOf(ctx, caller, wanted);
  await ctx.database.write((tx) => insertMessage(ctx, tx, wanted, kept));
  ctx.wake();
  return kept.mail.id;
}

/** An id that joins mails to a batch. */
export function createBatchId(ctx: ServiceContext): string {
  return Buffer.from(ctx.ids.token() + ctx.ids.token()).toString('base64url');
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

type MessageRows = {
  mail: OutboundMailRow;
  personalizations: OutboundPersonalizationRow[];
  attachments: OutboundAttachmentRow[];
  recipients: OutboundRecipientRow[];
};

function rowsOf(ctx: ServiceContext, { account, region }: EmailCaller, wanted: SendRequest): MessageRows {
  const { personalizations, attachments = [], ...shared } = wanted;
  const now = ctx.clock.now();
  const id = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const recipients = personalizations.flatMap((person, personalization) =>
    addressesOf(person).map(({ email }): OutboundRecipientRow => {
      const sender = senderOf(shared, person).email.trim();
      const subject = createSubstituter(person.substitutions ?? {})(person.subject ?? shared.subject ?? '');
      const send_at = Math.max(now, (person.send_at ?? shared.send_at ?? 0) * 1000);
      return {
        ...{
          sid: ctx.ids.sid('EM'),
          mail: id,
          number: 0,
          account,
          region,
          personalization,
          sender,
          subject,
        },
        ...{ email: email.trim().toLowerCase(), status: 'waiting', in_mailbox: 0, attempts: 0, response: '' },
        ...{ send_at, created_at: now, updated_at: null },
      };
    }),
  );
  return {
    mail: { id, account, region, shared: JSON.stringify(shared), created_at: now },
    personalizations: personalizations.map((person, number) => {
      return { mail: id, number, value: JSON.stringify(person) };
    }),
    attachments: attachments.map((file, number) => ({
      ...{ mail: id, number, filename: file.filename, type: file.type ?? 'application/octet-stream' },
      ...{ inline: Number(file.disposition === 'inline'), content_id: file.content_id ?? null },
      bytes: Buffer.from(file.content, 'base64'),
    })),
    recipients: recipients.map((row, number) => ({ ...row, number })),
  };
}

function addressesOf({ to, cc = [], bcc = [] }: Personalization): EmailAddress[] {
  return [...to, ...cc, ...bcc];
}

/** The rows, and for each recipient a job and an event; or at once the event of a drop. */
async function insertMessage(
  ctx: ServiceContext,
  tx: Queries,
  wanted: SendRequest,
  kept: MessageRows,
): Promise<void> {
  const { personalizations, attachments: _, ...shared } = wanted;
  const { mail } = kept;
  const { account, region, created_at: now } = mail;
  const emails = [...new Set(kept.recipients.map(({ email }) => email))];
  const drops = await findDropReasons(tx, mail, shared, emails);
  const recipients = kept.recipients.map((row): OutboundRecipientRow => {
    const reason = drops.get(row.email);
    return reason === undefined ? row : { ...row, status: 'dropped', response: reason };
  });
  await insertOutboundMessage(tx, { ...kept, recipients });
  const orders = recipients.flatMap((row): OutboundMessage[] => {
    const person = personalizations[row.personalization];
    return person === undefined
      ? []
      : [{ row: outboundRow(row, mail), shared: shared, personalization: person }];
  });
  for (const order of orders) {
    const reason = drops.get(order.row.email);
    if (reason !== undefined) {
      await recordDrop(ctx, tx, order, reason);
      continue;
    }
    await enqueueJob(tx, {
      ...{ key: `${sendJobKind}:${order.row.sid}`, kind: sendJobKind, account, execution: null },
      payload: JSON.stringify({ recipient: order.row.sid } satisfies SendJob),
      ...{ run_at: order.row.send_at, created_at: now },
    });
  }
  const going = orders.filter(({ row }) => !drops.has(row.email));
  await recordEvents(
    tx,
    { account, region, now },
    going.map((order) => processedEvent(order, now)),
  );
}

function outboundRow(row: OutboundRecipientRow, mail: OutboundMailRow): OutboundMessage['row'] {
  return { ...row, shared: '', value: '', ordered_at: mail.created_at };
}

function processedEvent(order: OutboundMessage, now: number) {
  const message = messageIdOf(order.row);
  const { send_at } = order.row;
  const { ip_pool_name: pool } = order.shared;
  const fields = {
    ...eventFields(order),
    ...(pool !== undefined && { pool: { name: pool, id: poolIdOf(pool) } }),
    ...(send_at > now && { send_at: Math.floor(send_at / 1000) }),
  };
  return { cause: `${message}.processed`, kind: 'processed' as const, message, fields };
}

/** Pools are names here, of which nothing else is known; the number of one follows from its name. */
function poolIdOf(name: string): number {
  return Number.parseInt(hash('sha256', name).slice(0, 7), 16);
}
