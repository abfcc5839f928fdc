/** Builds the form that is posted for a received email: parsed, raw, or unparsed where parsing fails. */

import type { Queries } from '../../../platform/database/database.ts';
import type { InboundMailRow } from '../../../platform/database/schema/inbound-email.ts';
import { perServer } from '../../../platform/per-server.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { allocateBytes } from '../../mime/allocate.ts';
import { type InboundForm, rawForm, unparsedForm } from '../../mime/parse.ts';
import { ParserThreads } from '../../mime/parser-threads.ts';
import { scoreSpam } from '../../spam/score.ts';
import { findPart } from '../store/emails.ts';

type StoredEmail = Pick<InboundMailRow, 'id' | 'content' | 'size' | 'sender' | 'recipients' | 'client_ip'> & {
  send_raw: number;
  spam_check: number;
};

const parserThreadsOf = perServer(() => new ParserThreads());

/** Builds the form for an email; null when its content was deleted. */
export async function buildPayload(ctx: ServiceContext, email: StoredEmail): Promise<InboundForm | null> {
  const load = () => loadContent(ctx.database.read, email);
  const bytes = await load();
  if (bytes === null) return null;
  const envelope = {
    sender: email.sender,
    recipients: JSON.parse(email.recipients) as string[],
    clientIp: email.client_ip,
  };
  const form =
    email.send_raw === 1
      ? await rawForm(bytes, envelope)
      : await parserThreadsOf(ctx)
          .parse(bytes, envelope)
          .catch(async (error: unknown) => {
            ctx.log.warn({ err: error, mail: email.id }, 'A message cannot be parsed and is posted unparsed');
            const reloaded = bytes.byteLength > 0 ? bytes : await load();
            return reloaded === null ? null : unparsedForm(reloaded, envelope);
          });
  if (form === null || email.spam_check === 0) return form;
  const seen = (name: string) => {
    const value = form.fields[name];
    return typeof value === 'string' ? value : '';
  };
  const { points, report } = scoreSpam({
    ...{ headers: seen('headers'), from: seen('from'), subject: seen('subject'), sender: email.sender },
    ...{ text: seen('text'), html: seen('html'), filenames: form.files.map(({ filename }) => filename) },
  });
  return { ...form, fields: { ...form.fields, spam_score: points.toFixed(1), spam_report: report } };
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
