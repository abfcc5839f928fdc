/**
 * Crash test of sending: the server is killed repeatedly while it sends through a relay. Every recipient of every acknowledged
 * email must be at the relay and in the server's records: none lost, each event once, and sent twice only what was in flight
 * at a kill.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReceivedMessage, SmtpRelay } from '../external-systems/smtp-relay.ts';
import { killRepeatedly, kills, settled } from './kills.ts';
import { ServerProcess } from './server-process.ts';

/** On a busy machine, a start alone can take seconds. */
const timeoutMs = 480_000;
const clients = 4;
const recipients = 2;
const concurrentReads = 8;
/** Messages in flight from one server: the concurrent jobs of its worker. */
const maxInFlight = 64;
const port = 21_594;
const base = `http://127.0.0.1:${port}`;
const account = `AC${'b'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-kill-test`).toString('base64')}`;

type OutboundEmail = { sid: string; message_id: string; sg_message_id: string; to: string; status: string };
type OutboundView = OutboundEmail & { events: { event: string }[] };

const folder = mkdtempSync(join(tmpdir(), 'patchbay-kill-outbound-'));
let relay: SmtpRelay;
let server: ServerProcess;

beforeAll(async () => {
  relay = await SmtpRelay.start();
  server = new ServerProcess({
    PORT: String(port),
    SMTP_PORT: String(port + 1),
    SMTP_RELAY_URL: relay.url,
    DATA_DIR: folder,
    PATCHBAY_ACCOUNT_SID: account,
    PATCHBAY_AUTH_TOKEN: 'token-of-the-kill-test',
    LOG_LEVEL: 'error',
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await relay.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a GET. @throws when the response is missing, incomplete or not 200 */
async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(base + path, {
    headers: { authorization },
    signal: AbortSignal.timeout(20_000),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Body;
}

const recipientsOf = (tag: string) =>
  Array.from({ length: recipients }, (_, index) => `${tag}-${index}@reader.test`);

/** Sends an email once. Its id, or null without a response: whether it was accepted is unknown. */
async function send(tag: string): Promise<string | null> {
  const [first = '', ...others] = recipientsOf(tag);
  try {
    const response = await fetch(`${base}/v3/mail/send`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        personalizations: [{ to: [{ email: first }], cc: others.map((email) => ({ email })) }],
        from: { email: 'shop@sender.test' },
        subject: tag,
        content: [{ type: 'text/plain', value: 'Hello' }],
      }),
      signal: AbortSignal.timeout(20_000),
    });
    expect(response.status, await response.text()).toBe(202);
    return response.headers.get('x-message-id');
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error;
    return null; // The connection broke at a kill.
  }
}

async function listMails(status: string): Promise<OutboundEmail[]> {
  const all: OutboundEmail[] = [];
  for (let next: string | null = `/v1/Mail/Outbound?PageSize=1000${status}`; next !== null; ) {
    const page: { mails: OutboundEmail[]; meta: { next_page_url: string | null } } = await get(next);
    all.push(...page.mails);
    const url = page.meta.next_page_url;
    next = url === null ? null : new URL(url).pathname + new URL(url).search;
  }
  return all;
}

/** The statuses and events of emails other than `delivered` with one event `processed` and one `delivered`. */
async function inconsistentRecords(mails: readonly OutboundEmail[]): Promise<string[]> {
  const inconsistent: string[] = [];
  const pending = [...mails];
  const read = async () => {
    for (let mail = pending.pop(); mail !== undefined; mail = pending.pop()) {
      const { status, events } = await get<OutboundView>(`/v1/Mail/Outbound/${mail.sid}`);
      const state = `${status}: ${events.map(({ event }) => event).join(', ')}`;
      if (state !== 'delivered: processed, delivered') inconsistent.push(state);
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, read));
  return inconsistent;
}

/** Counts copies after the first, and those of them that were not in flight at a kill. */
function countCopies(received: readonly ReceivedMessage[]): { repeated: number; unexplained: number } {
  const byEpoch = Map.groupBy(received, ({ epoch }) => epoch);
  /** The last messages that the relay accepted from one server process: those possibly in flight at its kill. */
  const last = new Map([...byEpoch].map(([epoch, mails]) => [epoch, new Set(mails.slice(-maxInFlight))]));
  const seen = new Map<string, ReceivedMessage>();
  const counts = { repeated: 0, unexplained: 0 };
  for (const mail of received) {
    const name = `${mail.messageId} ${mail.recipient}`;
    const before = seen.get(name);
    seen.set(name, mail);
    if (before === undefined) continue;
    counts.repeated += 1;
    if (before.epoch === mail.epoch || last.get(before.epoch)?.has(before) !== true) counts.unexplained += 1;
  }
  return counts;
}

it(
  `delivers every acknowledged email to the relay in ${kills} kills`,
  async () => {
    const acknowledged: { id: string; email: string }[] = [];
    let withoutResponse = 0;
    let isOver = false;
    const load = Array.from({ length: clients }, async (_, client) => {
      for (let count = 0; !isOver; count += 1) {
        const tag = `${client}x${count}`;
        const id = await send(tag);
        if (id === null) withoutResponse += 1;
        else acknowledged.push(...recipientsOf(tag).map((email) => ({ id, email })));
        await sleep(id === null ? 100 : 30);
      }
    });
    await killRepeatedly(
      server,
      () => acknowledged.length,
      () => {
        relay.epoch += 1;
      },
    );
    isOver = true;
    await Promise.all(load);
    const countWaiting = async () => (await listMails('&Status=waiting')).length;
    await settled(async () => (await countWaiting()) === 0);

    const mails = await listMails('');
    const recorded = new Set(mails.map(({ message_id, to }) => `${message_id} ${to}`));
    const arrived = new Set(
      relay.received.map(({ messageId, recipient }) => `${messageId.split('.')[0]} ${recipient}`),
    );
    const names = acknowledged.map(({ id, email }) => `${id} ${email}`);
    const inconsistent = await inconsistentRecords(mails);
    const summary = {
      ...{ kills, acknowledged: names.length, withoutResponse, recipientsRecorded: mails.length },
      missingAtRelay: names.filter((name) => !arrived.has(name)).length,
      missingInRecords: names.filter((name) => !recorded.has(name)).length,
      arrivedNotRecorded: [...arrived].filter((name) => !recorded.has(name)).length,
      inconsistentRecords: inconsistent.length,
      ...countCopies(relay.received),
    };
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    expect([...new Set(inconsistent)]).toEqual([]);
    expect(summary).toMatchObject({
      ...{ missingAtRelay: 0, missingInRecords: 0, arrivedNotRecorded: 0, unexplained: 0 },
    });
    expect(acknowledged.length).toBeGreaterThan(kills);
  },
  timeoutMs,
);
