/** Builds the form that is posted for a received email: parsed, raw, or unparsed where parsing fails. */

import type { Queries } from '../../../platform/database/database.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import { perServer } from '../../../platform/per-server.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { allocateBytes } from '../../mime/allocate.ts';
import type { InboundForm, SenderVerdicts } from '../../mime/parse.ts';
import type { ParseResult, ParseTask } from '../../mime/parser-thread.ts';
import { ParserThreads } from '../../mime/parser-threads.ts';
import { noDmarc } from '../../sender-authentication/dmarc.ts';
import { type DnsOptions, systemDns } from '../../smtp/probe.ts';
import { findPart } from '../store/emails.ts';

type StoredEmail = Pick<
  InboundMailRow,
  'id' | 'content' | 'size' | 'sender' | 'recipients' | 'client_ip' | 'helo' | 'spf' | 'dkim' | 'dmarc'
> & {
  send_raw: number;
  spam_check: number;
};

export type Payload = { form: InboundForm; verdicts: SenderVerdicts };

const parserThreadsOf = perServer(() => new ParserThreads());

/** The DNS servers that are asked about senders. */
export const senderDns = perServer((): { options: DnsOptions } => ({ options: systemDns }));

/** No verdict within the limits is a transient error (RFC 8601, section 2.7.1): none would say that there was nothing to verify. */
const noVerdicts: SenderVerdicts = {
  ...{ spf: 'temperror', dkim: 'temperror', dmarc: { ...noDmarc, result: 'temperror' } },
};

/** Builds the form for an email; null when its content was deleted. */
export async function buildPayload(ctx: ServiceContext, email: StoredEmail): Promise<Payload | null> {
  const load = () => loadContent(ctx.database.read, email);
  const bytes = await load();
  if (bytes === null) return null;
  const envelope = {
    ...{ sender: email.sender, recipients: JSON.parse(email.recipients) as string[] },
    ...{ clientIp: email.client_ip, helo: email.helo },
  };
  const task: ParseTask = {
    ...{ envelope, scoresSpam: email.spam_check === 1, form: email.send_raw === 1 ? 'raw' : 'parsed' },
    ...{ verdicts: storedVerdicts(email), dns: senderDns(ctx).options, now: ctx.clock.now() },
  };
  const threads = parserThreadsOf(ctx);
  const inThread = await threads.parse(bytes, task).catch(String);
  if (typeof inThread !== 'string') return noted(ctx, email, inThread);
  // It took more time or memory than it has: its first headers are read, in a thread as well.
  const reloaded = bytes.byteLength > 0 ? bytes : await load();
  if (reloaded === null) return null;
  const verdicts = task.verdicts ?? noVerdicts;
  const unparsed = await threads.parse(reloaded, { ...task, form: 'unparsed', verdicts });
  return noted(ctx, email, { ...unparsed, problem: inThread });
}

function noted(ctx: ServiceContext, { id }: StoredEmail, { problem, ...payload }: ParseResult): Payload {
  if (problem !== '')
    ctx.log.warn({ problem, mail: id }, 'A message cannot be parsed and is posted unparsed');
  return payload;
}

function storedVerdicts({ spf, dkim, dmarc }: StoredEmail): SenderVerdicts | null {
  if (spf === null || dkim === null) return null;
  // An email that an earlier version has tried to post has no result of DMARC.
  return { spf, dkim, dmarc: dmarc === null ? noDmarc : (JSON.parse(dmarc) as SenderVerdicts['dmarc']) };
}

async function loadContent(
  db: Queries,
  { content, size }: Pick<InboundMailRow, 'content' | 'size'>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = allocateBytes(size);
  let filled = 0;
  for (let seq = 0; filled < size; seq += 1) {
    const part = await findPart(db, content, seq);
    if (part === undefined) return null;
    bytes.set(part, filled);
    filled += part.byteLength;
    releaseBuffer(part);
  }
  return bytes;
}

/** Releases the memory now, as garbage collection is too late for tens of megabytes. */
function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  // A view of a larger buffer shares its memory.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
