/** The verb of sending: a mail is checked, kept with a row for each recipient, and on its way. */

import { hash } from 'node:crypto';
import type { Mail, MailAddress, Personalization } from '#api/email/message.ts';
import type { Queries } from '../../platform/database/database.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { recordEvents } from '../events/service/record.ts';
import { eventFields, messageIdOf, type Order, senderOf } from '../messages/message.ts';
import {
  insertOutboundMail,
  type OutboundAttachmentRow,
  type OutboundMailRow,
  type OutboundPersonalizationRow,
  type OutboundRecipientRow,
} from '../messages/store.ts';
import { listGroups } from '../suppressions/groups/store.ts';
import { type Fault, faulty } from '../validation/field-error.ts';
import { recordDrop, type SendTask, sendJob } from './job-handler.ts';
import { filler } from './render.ts';
import { findDrops } from './suppression-check.ts';
import { faultsOfMail } from './validation.ts';

/**
 * Takes a mail. When it resolves, the mail is kept and will be tried; gives its id, or null in sandbox mode, where it is
 * only checked.
 *
 * @throws Refusal naming everything that is wrong
 */
export async function sendMail(
  ctx: ServiceContext,
  caller: EmailCaller,
  wanted: Mail,
): Promise<string | null> {
  const now = ctx.clock.now();
  const faults = [...faultsOfMail(wanted, now), ...(await groupFaults(ctx, caller, wanted))];
  const [first, ...others] = faults.slice(0, mostTold);
  if (first !== undefined) throw faulty([first, ...others]);
  if (wanted.mail_settings?.sandbox_mode?.enable === true) return null;
  const kept = rowsOf(ctx, caller, wanted);
  await ctx.database.write((tx) => keep(ctx, tx, wanted, kept));
  ctx.wake();
  return kept.mail.id;
}

/** An id that joins mails to a batch. */
export function makeBatchId(ctx: ServiceContext): string {
  return Buffer.from(ctx.ids.token() + ctx.ids.token()).toString('base64url');
}

const mostTold = 20;

async function groupFaults(ctx: ServiceContext, caller: EmailCaller, { asm }: Mail): Promise<Fault[]> {
  if (asm === undefined) return [];
  const known = new Set((await listGroups(ctx.database.read, caller)).map(({ id }) => Number(id)));
  const help = 'Name a group of this account, as GET /v3/asm/groups lists them.';
  const offered = (asm.groups_to_display ?? []).map((id, at) => [`asm.groups_to_display.${at}`, id] as const);
  return [['asm.group_id', asm.group_id] as const, ...offered]
    .filter(([, id]) => !known.has(id))
    .map(([field, id]) => ({ field, message: `${field}: there is no group ${id}`, help }));
}

type Kept = {
  mail: OutboundMailRow;
  personalizations: OutboundPersonalizationRow[];
  attachments: OutboundAttachmentRow[];
  recipients: OutboundRecipientRow[];
};

function rowsOf(ctx: ServiceContext, { account, region }: EmailCaller, wanted: Mail): Kept {
  const { personalizations, attachments = [], ...shared } = wanted;
  const now = ctx.clock.now();
  const id = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const recipients = personalizations.flatMap((person, personalization) =>
    addressesOf(person).map(({ email }): OutboundRecipientRow => {
      const sender = senderOf(shared, person).email.trim();
      const subject = filler(person.substitutions ?? {})(person.subject ?? shared.subject ?? '');
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

function addressesOf({ to, cc = [], bcc = [] }: Personalization): MailAddress[] {
  return [...to, ...cc, ...bcc];
}

/** The rows, and for each recipient a job and an event; or at once the event of a drop. */
async function keep(ctx: ServiceContext, tx: Queries, wanted: Mail, kept: Kept): Promise<void> {
  const { personalizations, attachments: _, ...shared } = wanted;
  const { mail } = kept;
  const { account, region, created_at: now } = mail;
  const emails = [...new Set(kept.recipients.map(({ email }) => email))];
  const drops = await findDrops(tx, mail, shared, emails);
  const recipients = kept.recipients.map((row): OutboundRecipientRow => {
    const reason = drops.get(row.email);
    return reason === undefined ? row : { ...row, status: 'dropped', response: reason };
  });
  await insertOutboundMail(tx, { ...kept, recipients });
  const orders = recipients.flatMap((row): Order[] => {
    const person = personalizations[row.personalization];
    return person === undefined ? [] : [{ row: wholeRow(row, mail), mail: shared, person }];
  });
  for (const order of orders) {
    const reason = drops.get(order.row.email);
    if (reason !== undefined) {
      await recordDrop(ctx, tx, order, reason);
      continue;
    }
    await enqueueJob(tx, {
      ...{ key: `${sendJob}:${order.row.sid}`, kind: sendJob, account, execution: null },
      payload: JSON.stringify({ recipient: order.row.sid } satisfies SendTask),
      ...{ run_at: order.row.send_at, created_at: now },
    });
  }
  const going = orders.filter(({ row }) => !drops.has(row.email));
  await recordEvents(
    tx,
    { account, region, now },
    going.map((order) => processed(order, now)),
  );
}

function wholeRow(row: OutboundRecipientRow, mail: OutboundMailRow): Order['row'] {
  return { ...row, shared: '', value: '', ordered_at: mail.created_at };
}

function processed(order: Order, now: number) {
  const message = messageIdOf(order.row);
  const { send_at } = order.row;
  const { ip_pool_name: pool } = order.mail;
  const fields = {
    ...eventFields(order),
    ...(pool !== undefined && { pool: { name: pool, id: numberOfPool(pool) } }),
    ...(send_at > now && { send_at: Math.floor(send_at / 1000) }),
  };
  return { cause: `${message}.processed`, kind: 'processed' as const, message, fields };
}

/** Pools are names here, of which nothing else is known; the number of one follows from its name. */
function numberOfPool(name: string): number {
  return Number.parseInt(hash('sha256', name).slice(0, 7), 16);
}
