/**
 * Crash test of event delivery: the server is killed repeatedly while email is sent through it. Every event of every
 * acknowledged email must reach the receiver: none lost, with one id for all deliveries of it, and in order.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventWebhook, EventWebhookHeader } from '@sendgrid/eventwebhook';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killRepeatedly, kills, settled } from './kills.ts';
import { ServerProcess } from './server-process.ts';

/** On a busy machine, a start alone can take seconds. */
const timeoutMs = 480_000;
const clients = 4;
const recipients = 5;
const port = 21_590;
const base = `http://127.0.0.1:${port}`;
const account = `AC${'e'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-kill-test`).toString('base64')}`;
const settings = '/v3/user/webhooks/event/settings';

type Event = { event: string; email: string; tag: string; sg_event_id: string };

const folder = mkdtempSync(join(tmpdir(), 'patchbay-kill-events-'));
const server = new ServerProcess({
  PORT: String(port),
  SMTP_PORT: String(port + 1),
  DATA_DIR: folder,
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: 'token-of-the-kill-test',
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'error',
});
/** Event, recipient and email → event ids, in the order of their first delivery. */
const received = new Map<string, Set<string>>();
const arrivalOrder: string[] = [];
const counts = { posts: 0, refused: 0, forged: 0, events: 0 };
const verifier = new EventWebhook();
let publicKey = '';
let receiver: Server;
/** Accepts every post and never responds. */
let silent: Server;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    counts.posts += 1;
    if (counts.posts % 7 === 0) {
      counts.refused += 1;
      return response.writeHead(503).end();
    }
    take(request.headers, Buffer.concat(chunks).toString());
    return response.writeHead(200).end();
  });
  silent = createServer(() => {});
  await server.start();
  const { id } = (await call('POST', settings, webhook(await listen(receiver)))).json as { id: string };
  await call('POST', settings, webhook(await listen(silent)));
  const { json } = await call('PATCH', `${settings}/signed/${id}`, { enabled: true });
  publicKey = json.public_key as string;
});
afterAll(async () => {
  await server.kill();
  for (const each of [receiver, silent]) {
    each.closeAllConnections();
    each.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function listen(each: Server): Promise<string> {
  await new Promise<void>((done) => each.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(each.address() as AddressInfo).port}/`;
}

const webhook = (url: string) => ({ url, processed: true, delivered: true });

function take(headers: Record<string, unknown>, body: string): void {
  const [signature, timestamp] = [EventWebhookHeader.SIGNATURE(), EventWebhookHeader.TIMESTAMP()].map(
    (name) => String(headers[name.toLowerCase()]),
  );
  const key = verifier.convertPublicKeyToECDSA(publicKey);
  if (!verifier.verifySignature(key, body, signature ?? '', timestamp ?? '')) counts.forged += 1;
  for (const { event, email, tag, sg_event_id: id } of JSON.parse(body) as Event[]) {
    counts.events += 1;
    const name = `${tag} ${email} ${event}`;
    const ids = received.get(name) ?? new Set();
    if (ids.size === 0) arrivalOrder.push(name);
    received.set(name, ids.add(id));
  }
}

/** @throws when the response is missing or incomplete */
async function call(method: string, path: string, body: object) {
  const response = await fetch(base + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, text, json };
}

const recipientsOf = (tag: string) =>
  Array.from({ length: recipients }, (_, index) => `${tag}-${index}@example.com`);

/** Sends an email with a unique tag; true when the server acknowledged it. */
async function send(tag: string): Promise<boolean> {
  try {
    const { status, text } = await call('POST', '/v3/mail/send', {
      personalizations: recipientsOf(tag).map((email) => ({ to: [{ email }], custom_args: { tag } })),
      from: { email: 'shop@example.com' },
      subject: 'Hello',
      content: [{ type: 'text/plain', value: 'Hello' }],
    });
    expect(status, text).toBe(202);
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error;
    return false;
  }
}

it(
  `delivers every event of acknowledged emails in ${kills} kills`,
  async () => {
    const acknowledged: string[] = [];
    let isOver = false;
    const load = Array.from({ length: clients }, async (_, client) => {
      for (let count = 0; !isOver; count += 1) {
        const tag = `${client}x${count}`;
        if (await send(tag)) acknowledged.push(tag);
        await sleep(10);
      }
    });
    await killRepeatedly(server, () => acknowledged.length);
    isOver = true;
    await Promise.all(load);

    const expected = acknowledged.flatMap((tag) =>
      recipientsOf(tag).flatMap((email) =>
        ['processed', 'delivered'].map((event) => `${tag} ${email} ${event}`),
      ),
    );
    const missing = () => expected.filter((name) => !received.has(name)).length;
    await settled(() => missing() === 0);

    const position = new Map(arrivalOrder.map((name, index) => [name, index]));
    const isLate = (name: string) =>
      name.endsWith(' delivered') &&
      (position.get(name) ?? 0) <
        (position.get(name.replace(/delivered$/, 'processed')) ?? Number.POSITIVE_INFINITY);
    const summary = {
      ...{ kills, mails: acknowledged.length, events: expected.length, lost: missing() },
      withSeveralIds: [...received.values()].filter((ids) => ids.size > 1).length,
      outOfOrder: arrivalOrder.filter(isLate).length,
      ...{ repeated: counts.events - received.size, refusedPosts: counts.refused, forged: counts.forged },
    };
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    expect(summary).toMatchObject({ lost: 0, withSeveralIds: 0, outOfOrder: 0, forged: 0 });
    expect(acknowledged.length).toBeGreaterThan(kills);
  },
  timeoutMs,
);
