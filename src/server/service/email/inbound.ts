/** Mail that comes in: kept piece by piece while it arrives, then accepted, counted and sent on its way at once. */

import type { Readable } from 'node:stream';
import { MailRefused } from '../../connector/smtp/listen.ts';
import { sendOnItsWay } from '../../runner/mail/parse-job.ts';
import type { Queries } from '../../store/database.ts';
import {
  countReceived,
  deleteParts,
  findMailHost,
  insertMail,
  insertPart,
  type MailHost,
  sweepContents,
} from '../../store/email/inbound.ts';
import type { Host } from '../host.ts';
import { dayOf } from './calendar.ts';

/** The documented limit: larger messages cannot be parsed. */
export const largestMail = 30 * 1024 * 1024;

/** What one process holds of a mail while it comes in. */
const partBytes = 128 * 1024;

export type MailEnvelope = { sender: string; recipients: string[]; clientIp: string };

/** True when somebody takes mail for the host of that address. */
export async function takesMailFor(host: Host, recipient: string): Promise<boolean> {
  return (await findMailHost(host.database.read, hostnameOf(recipient))) !== undefined;
}

/**
 * Takes a mail; when it resolves, the mail is kept, counted once for each host name, and on its way to the
 * receivers. Nothing is kept of a mail that is too large: who hands it over must refuse it.
 *
 * @throws what reading throws, when the client breaks off: nothing is kept or counted
 */
export async function receiveMail(host: Host, envelope: MailEnvelope, bytes: Readable): Promise<void> {
  const content = host.ids.token();
  // Filled again and again, so that a large mail leaves no trail of buffers; each write is waited for.
  const buffer = Buffer.allocUnsafe(partBytes);
  let seq = 0;
  let size = 0;
  let filled = 0;
  const part = () => {
    const row = { content, seq: seq++, bytes: buffer.subarray(0, filled), created_at: host.clock.now() };
    filled = 0;
    return row;
  };
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestMail) continue;
      for (let from = 0; from < chunk.length; ) {
        const copied = chunk.copy(buffer, filled, from);
        from += copied;
        filled += copied;
        if (filled < partBytes) continue;
        const row = part();
        await host.database.write((tx) => insertPart(tx, row));
      }
    }
    if (size > largestMail) return await forget(host, content, seq);
    const last = part();
    await host.database.write(async (tx) => {
      await insertPart(tx, last);
      await accept(host, tx, { ...envelope, content, size });
    });
    host.wake();
  } catch (error) {
    await forget(host, content, seq);
    throw error;
  }
}

async function accept(
  host: Host,
  tx: Queries,
  { sender, recipients, clientIp, content, size }: MailEnvelope & { content: string; size: number },
): Promise<void> {
  const now = host.clock.now();
  const day = dayOf(now);
  let taken = 0;
  for (const [hostname, addresses] of byHostname(recipients)) {
    const owner: MailHost | undefined = await findMailHost(tx, hostname);
    // Its settings were taken away since the address was accepted.
    if (owner === undefined) continue;
    taken += 1;
    const id = host.ids.token();
    await insertMail(tx, {
      ...{ id, account: owner.account, region: owner.region, hostname, content, size, sender },
      ...{ recipients: JSON.stringify(addresses), client_ip: clientIp, status: 'waiting', attempts: 0 },
      ...{ received_at: now, finished_at: null },
    });
    await countReceived(tx, { account: owner.account, region: owner.region, day, hostname });
    await sendOnItsWay(tx, { id, account: owner.account, attempts: 0 }, now);
  }
  if (taken === 0) throw new MailRefused(550, 'No mail is taken for these addresses any more');
}

function byHostname(recipients: readonly string[]): Map<string, string[]> {
  return Map.groupBy(recipients, hostnameOf) as Map<string, string[]>;
}

function hostnameOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Nothing was written when there was no more than one part. */
async function forget(host: Host, content: string, written: number): Promise<void> {
  if (written > 0) await host.database.write((tx) => deleteParts(tx, content));
}

/** No client takes that long: the receiver cuts off who does. */
const unfinishedMs = 3_600_000;
const sweptAtOnce = 50;

/** Takes away some of what is left of mails that never came in whole; gives how many mails that were. */
export function sweepUnfinishedMail(host: Host): Promise<number> {
  const before = host.clock.now() - unfinishedMs;
  return host.database.write((tx) => sweepContents(tx, { before, limit: sweptAtOnce }));
}

const ports = new WeakMap<Host['database'], number>();

/** Notes where this process takes mail; null when it has stopped. */
export function noteSmtpPort(host: Host, port: number | null): void {
  if (port === null) ports.delete(host.database);
  else ports.set(host.database, port);
}

/** The port on which this process takes mail; null when it takes none. */
export function smtpPort(host: Host): number | null {
  return ports.get(host.database) ?? null;
}
