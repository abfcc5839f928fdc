/** Mail that comes in: kept piece by piece while it arrives, then accepted, counted and sent on its way at once. */

import type { Queries } from '../../../platform/database/database.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { type Envelope, type MessageChunks, SmtpRejection } from '../../smtp/handlers.ts';
import { dayOf } from '../../statistics/calendar.ts';
import { incrementReceived } from '../../statistics/store.ts';
import { enqueueParseWebhook } from '../parse-webhook/job.ts';
import type { PostPacer } from '../parse-webhook/pacer.ts';
import {
  deleteOrphanedContents,
  deleteParts,
  findHostnameOwner,
  type HostnameOwner,
  insertEmail,
  insertPart,
} from '../store/emails.ts';

/** The documented limit: larger messages cannot be parsed. */
export const maxMessageBytes = 30 * 1024 * 1024;

/** True when somebody takes mail for the host of that address. */
export async function acceptsRecipient(ctx: ServiceContext, recipient: string): Promise<boolean> {
  return (await findHostnameOwner(ctx.database.read, hostnameOf(recipient))) !== undefined;
}

/**
 * Takes a mail; when it resolves, the mail is kept, counted once for each host name, and on its way to the
 * receivers.
 *
 * @throws what reading throws, when the mail does not come in whole: nothing is kept or counted
 */
export async function receiveMessage(
  ctx: ServiceContext,
  pace: PostPacer,
  envelope: Envelope,
  pieces: MessageChunks,
): Promise<void> {
  const content = ctx.ids.token();
  const created = { content, created_at: ctx.clock.now() };
  let written = 0;
  let size = 0;
  let isAccepting = false;
  try {
    for await (const { bytes, isLast } of pieces) {
      const part = { ...created, seq: written, bytes };
      size += bytes.byteLength;
      if (isLast) {
        const due = pace.next(ctx.clock.now());
        isAccepting = true;
        await ctx.database.write(async (tx) => {
          await insertPart(tx, part);
          await acceptMessage(ctx, tx, { ...envelope, content, size, due });
        });
      } else {
        await ctx.database.write((tx) => insertPart(tx, part));
        written += 1;
      }
    }
    ctx.wake();
  } catch (error) {
    // A commit that was not answered may have been made (decision 010): then the sweep finds out, once it is over.
    if (!isAccepting || error instanceof SmtpRejection) await discardParts(ctx, content, written);
    throw error;
  }
}

async function acceptMessage(
  ctx: ServiceContext,
  tx: Queries,
  {
    sender,
    recipients,
    clientIp,
    content,
    size,
    due,
  }: Envelope & { content: string; size: number; due: number },
): Promise<void> {
  const now = ctx.clock.now();
  const day = dayOf(now);
  let taken = 0;
  for (const { owner, hostname, addresses } of await resolveRecipients(tx, recipients)) {
    taken += 1;
    const id = ctx.ids.token();
    await insertEmail(tx, {
      ...{ id, account: owner.account, region: owner.region, hostname, content, size, sender },
      ...{ recipients: JSON.stringify(addresses), client_ip: clientIp, status: 'waiting', attempts: 0 },
      ...{ received_at: now, finished_at: null },
    });
    await incrementReceived(tx, { account: owner.account, region: owner.region, day, received: 1 });
    await enqueueParseWebhook(tx, { id, account: owner.account, attempts: 0 }, now, due);
  }
  if (taken === 0) throw new SmtpRejection(550, 'No mail is taken for these addresses any more');
}

type HostnameRecipients = { owner: HostnameOwner; hostname: string; addresses: string[] };

/**
 * Those whose settings still stand since the addresses were accepted. In one order for all mails, so that two mails to
 * the same accounts do not wait for each other's counters.
 */
async function resolveRecipients(tx: Queries, recipients: readonly string[]): Promise<HostnameRecipients[]> {
  const receivers: HostnameRecipients[] = [];
  for (const [hostname, addresses] of groupByHostname(recipients)) {
    const owner = await findHostnameOwner(tx, hostname);
    if (owner !== undefined) receivers.push({ owner, hostname, addresses });
  }
  const rank = ({ owner }: HostnameRecipients) => `${owner.account} ${owner.region}`;
  return receivers.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function groupByHostname(recipients: readonly string[]): Map<string, string[]> {
  return Map.groupBy(recipients, hostnameOf) as Map<string, string[]>;
}

function hostnameOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Nothing was written when there was no more than one part. */
async function discardParts(ctx: ServiceContext, content: string, written: number): Promise<void> {
  if (written > 0) await ctx.database.write((tx) => deleteParts(tx, content));
}

/** No client takes that long: the receiver cuts off who does. */
const incompleteAfterMs = 3_600_000;
const incompletePerTransaction = 50;

/** Takes away some of what is left of mails that never came in whole; gives how many mails that were. */
export function deleteIncompleteMessages(ctx: ServiceContext): Promise<number> {
  const before = ctx.clock.now() - incompleteAfterMs;
  return ctx.database.write((tx) => deleteOrphanedContents(tx, { before, limit: incompletePerTransaction }));
}

const ports = new WeakMap<ServiceContext['database'], number>();

/** Notes where this process takes mail; null when it has stopped. */
export function noteSmtpPort(ctx: ServiceContext, port: number | null): void {
  if (port === null) ports.delete(ctx.database);
  else ports.set(ctx.database, port);
}

/** The port on which this process takes mail; null when it takes none. */
export function smtpPort(ctx: ServiceContext): number | null {
  return ports.get(ctx.database) ?? null;
}
