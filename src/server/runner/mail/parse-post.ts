/** Posts a mail that came in to the URL of its host name, until that has taken it or three days are over. */

import { type PostOutcome, postForm } from '../../connector/post-form.ts';
import { parsedForm, rawForm, readMail } from '../../connector/smtp/parse.ts';
import type { Host } from '../../service/host.ts';
import type { Queries } from '../../store/database.ts';
import {
  findJourney,
  findPart,
  insertAttempt,
  releaseContent,
  setMailStatus,
} from '../../store/email/inbound.ts';
import { finishJob } from '../../store/jobs.ts';
import { backoff, done, type Performer } from '../performer.ts';

const timeoutMs = 30_000;
const firstRestMs = 15_000;
const longestRestMs = 3 * 3_600_000;
/** How long a receiver may be away. */
const patienceMs = 3 * 86_400_000;

type Journey = NonNullable<Awaited<ReturnType<typeof findJourney>>>;

export const performParsePost: Performer = async (host, { agent }, job) => {
  const { mail: id } = JSON.parse(job.payload) as { mail: string };
  const mail = await findJourney(host.database.read, id);
  if (mail === undefined) {
    await host.database.write((tx) => finishJob(tx, job.key));
    return done;
  }
  const form = await formOf(host, mail);
  const begun = host.clock.now();
  const headers = { 'idempotency-key': id };
  const outcome = await postForm(agent, { url: mail.url, ...form, headers, timeout_ms: timeoutMs });
  const now = host.clock.now();
  const attempt = { mail: id, number: mail.attempts + 1, latency_ms: now - begun, made_at: now };
  const { status, response } = outcome;
  if (isTaken(outcome)) {
    await host.database.write(async (tx) => {
      if (!(await finishJob(tx, job.key))) return;
      await insertAttempt(tx, { ...attempt, status, response, problem: null, next_at: null });
      await setMailStatus(tx, { id, status: 'posted', attempts: attempt.number, finished_at: now });
      await releaseContent(tx, mail.content);
    });
    return done;
  }
  const problem = outcome.problem ?? `The receiver answered ${status}`;
  const next = backoff(now, attempt.number, firstRestMs, longestRestMs);
  const isOver = next > mail.received_at + patienceMs;
  await host.database.write(async (tx) => {
    await insertAttempt(tx, { ...attempt, status, response, problem, next_at: isOver ? null : next });
    const ended = isOver
      ? ({ status: 'dead', finished_at: now } as const)
      : ({ status: 'waiting', finished_at: null } as const);
    await setMailStatus(tx, { id, attempts: attempt.number, ...ended });
    if (isOver) await finishJob(tx, job.key);
  });
  return isOver ? done : { ended: 'retry', at: next, problem };
};

function isTaken({ status }: PostOutcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function formOf(host: Host, mail: Journey) {
  const bytes = await contentOf(host.database.read, mail.content);
  const envelope = {
    sender: mail.sender,
    recipients: JSON.parse(mail.recipients) as string[],
    clientIp: mail.client_ip,
  };
  const email = await readMail(bytes);
  return mail.send_raw === 1 ? rawForm(bytes, email, envelope) : parsedForm(email, envelope);
}

async function contentOf(db: Queries, content: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let seq = 0; ; seq += 1) {
    const part = await findPart(db, content, seq);
    if (part === undefined) return Buffer.concat(parts);
    parts.push(part);
  }
}
