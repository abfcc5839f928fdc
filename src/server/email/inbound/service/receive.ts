/** Receives messages: chunks are stored as they arrive; with the last one the message is accepted, counted and enqueued, atomically. */

import type { Queries } from '../../../platform/database/database.ts';
import type { JobRow } from '../../../platform/database/schema/tables.ts';
import { shardOfContent } from '../../../platform/database/shard.ts';
import { perServer } from '../../../platform/per-server.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { isServed } from '../../parse-settings/proof-service.ts';
import { type Envelope, type MessageChunks, SmtpRejection } from '../../smtp/handlers.ts';
import { countReceived } from '../../statistics/service.ts';
import { toAsciiHostname } from '../../validation/host-name.ts';
import { enqueueClaimedParseWebhook, enqueueParseWebhook } from '../parse-webhook/job.ts';
import type { PostPlan, PostQueue } from '../parse-webhook/post-queue.ts';
import {
  countKept,
  deleteKept,
  deleteOrphanedContents,
  deleteParts,
  findHostnameOwner,
  type HostnameOwner,
  insertEmail,
  insertPart,
} from '../store/emails.ts';

/** Whether there is a parse setting for the host name of the address, and the host name is proven where that is needed. */
export async function acceptsRecipient(ctx: ServiceContext, recipient: string): Promise<boolean> {
  const owner = await findHostnameOwner(ctx.database.read, hostnameOf(recipient));
  return owner !== undefined && isServed(ctx, owner);
}

/**
 * Receives a message. When it resolves, the message is stored, counted once for each host name, and enqueued for posting.
 *
 * @throws SmtpRejection when no recipient is accepted any more; IncompleteMessage when the client aborts: nothing is stored
 */
export async function receiveEmail(
  ctx: ServiceContext,
  posts: PostQueue,
  envelope: Envelope,
  chunks: MessageChunks,
): Promise<void> {
  const content = ctx.ids.orderedToken();
  const created = { content, created_at: ctx.clock.now() };
  let written = 0;
  let size = 0;
  let isAccepting = false;
  try {
    for await (const { bytes, isLast } of chunks) {
      const part = { ...created, seq: written, bytes };
      size += bytes.byteLength;
      if (isLast) {
        const plan = posts.plan(ctx.clock.now());
        isAccepting = true;
        const claimed = await ctx.database.write(async (tx) => {
          await insertPart(tx, part);
          return acceptMessage(ctx, tx, { ...envelope, content, size, plan });
        });
        posts.add(claimed);
        if (claimed.length === 0) ctx.wake();
      } else {
        await ctx.database.write((tx) => insertPart(tx, part));
        written += 1;
      }
    }
  } catch (error) {
    // A commit without a response may have succeeded (decision 010): then the cleanup of incomplete messages decides.
    if (!isAccepting || error instanceof SmtpRejection) await discardParts(ctx, content, written);
    throw error;
  }
}

/** Stores the email for each host name; returns the posts that were claimed. */
async function acceptMessage(
  ctx: ServiceContext,
  tx: Queries,
  {
    sender,
    recipients,
    clientIp,
    helo,
    content,
    size,
    plan,
  }: Envelope & { content: string; size: number; plan: PostPlan },
): Promise<JobRow[]> {
  const now = ctx.clock.now();
  const owners = await resolveRecipients(ctx, tx, recipients);
  if (owners.length === 0) throw new SmtpRejection(550, 'No mail is accepted for these addresses any more');
  const shard = shardOfContent(content);
  const claimed: JobRow[] = [];
  for (const { owner, hostname, addresses } of owners) {
    const id = ctx.ids.orderedToken();
    await insertEmail(tx, {
      ...{ id, account: owner.account, region: owner.region, hostname, content, size, sender },
      ...{ recipients: JSON.stringify(addresses), client_ip: clientIp, helo, spf: null, dkim: null },
      ...{ status: 'waiting', attempts: 0 },
      ...{ received_at: now, finished_at: null },
    });
    await countReceived(tx, { ...owner, shard, now });
    const email = { id, shard, account: owner.account, attempts: 0 };
    if (plan.leaseUntil === null) await enqueueParseWebhook(tx, email, now, plan.due);
    else claimed.push(await enqueueClaimedParseWebhook(tx, email, now, plan.leaseUntil));
  }
  return claimed;
}

type HostnameRecipients = { owner: HostnameOwner; hostname: string; addresses: string[] };

/**
 * The recipients that still have a parse setting, by host name. In one order for all messages, so that two messages to the
 * same accounts do not deadlock on the counters.
 */
async function resolveRecipients(
  ctx: ServiceContext,
  tx: Queries,
  recipients: readonly string[],
): Promise<HostnameRecipients[]> {
  const all: HostnameRecipients[] = [];
  for (const [hostname, addresses] of groupByHostname(recipients)) {
    const owner = await findHostnameOwner(tx, hostname);
    if (owner !== undefined && isServed(ctx, owner)) all.push({ owner, hostname, addresses });
  }
  const rank = ({ owner }: HostnameRecipients) => `${owner.account} ${owner.region}`;
  return all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function groupByHostname(recipients: readonly string[]): Map<string, string[]> {
  return Map.groupBy(recipients, hostnameOf) as Map<string, string[]>;
}

function hostnameOf(address: string): string {
  return toAsciiHostname(address.slice(address.lastIndexOf('@') + 1));
}

/** With no part written before the last one there is nothing to delete. */
async function discardParts(ctx: ServiceContext, content: string, written: number): Promise<void> {
  if (written > 0) await ctx.database.write((tx) => deleteParts(tx, content));
}

/** Longer than any connection: the SMTP server closes it before. */
const incompleteAfterMs = 3_600_000;
const incompletePerTransaction = 50;
const keptPerTransaction = 50;

/** Deletes some of the parts of incomplete messages; returns of how many messages. */
export function deleteIncompleteMessages(ctx: ServiceContext): Promise<number> {
  const before = ctx.clock.now() - incompleteAfterMs;
  return ctx.database.write((tx) => deleteOrphanedContents(tx, { before, limit: incompletePerTransaction }));
}

/** Of how many posted emails the content is kept: each is looked at by the cleanup of incomplete messages. */
const maxKept = 20_000;

/** Deletes some of the contents that are kept for too long, or beyond the limits, the oldest first; returns how many. */
export async function deleteKeptContents(ctx: ServiceContext): Promise<number> {
  const { emails, bytes } = await countKept(ctx.database.read);
  if (emails === 0) return 0;
  const excess = { emails: emails - maxKept, bytes: bytes - ctx.config.keptEmail.megabytes * 1_000_000 };
  const before = ctx.clock.now();
  return ctx.database.write((tx) => deleteKept(tx, { before, excess, limit: keptPerTransaction }));
}

/** The port of the SMTP listener of this server; null without one. */
export const listenerPort = perServer((): { value: number | null } => ({ value: null }));
