/**
 * Crash test of inbound parse: the server is killed and restarted repeatedly while it receives email. Every acknowledged
 * message must be posted at least once with one idempotency key, and counted exactly once.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killRepeatedly, kills, settled } from './kills.ts';
import { ServerProcess } from './server-process.ts';

const clients = 6;
const port = 21_394;
const smtpPort = 21_395;
const base = `http://127.0.0.1:${port}`;
const account = `AC${'c'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-kill-test`).toString('base64')}`;
const hostname = 'kill.test';
/** Every nth message is a large one, which arrives in many chunks. */
const largeEvery = 12;
const largeBytes = 700_000;

const folder = mkdtempSync(join(tmpdir(), 'patchbay-kill-mail-'));
const server = new ServerProcess({
  PORT: String(port),
  SMTP_PORT: String(smtpPort),
  DATA_DIR: folder,
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: 'token-of-the-kill-test',
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'error',
});
/** Idempotency keys by subject, and the number of posts. */
const posted = new Map<string, Set<string>>();
let posts = 0;
let receiver: Server;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return; // The server was killed while it posted.
    }
    const [, subject = ''] = /name="subject"\r\n\r\n(.*)\r\n/.exec(Buffer.concat(chunks).toString()) ?? [];
    const keys = posted.get(subject) ?? new Set();
    posted.set(subject, keys.add(String(request.headers['idempotency-key'])));
    posts += 1;
    response.end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  await server.start();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const made = await fetch(`${base}/v3/user/webhooks/parse/settings`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ hostname, url }),
  });
  expect(made.status).toBe(201);
});
afterAll(async () => {
  await server.kill();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function get<Body>(path: string): Promise<Body> {
  const response = await fetch(base + path, { headers: { authorization } });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

/** Sends messages until `isOver`, each once; adds the subjects of the acknowledged ones. */
async function sendEmails(client: number, acknowledged: string[], isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const subject = `mail-${client}-${count}`;
    const text = 'x'.repeat(count % largeEvery === 0 ? largeBytes : 2_000).replaceAll(/.{70}/g, '$&\r\n');
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, greetingTimeout: 5_000 });
    try {
      await transport.sendMail({ from: 'a@sender.test', to: `x@${hostname}`, subject, text });
      acknowledged.push(subject);
    } catch {
      await sleep(20); // The connection broke: whether it was accepted is unknown.
    }
    transport.close();
  }
}

async function countWaiting(): Promise<number> {
  const { mails } = await get<{ mails: unknown[] }>('/v1/Mail/Inbound?Status=waiting');
  return mails.length;
}

it(`posts and counts every accepted email in ${kills} kills`, async () => {
  let over = false;
  const acknowledged: string[] = [];
  const sending = Array.from({ length: clients }, (_, client) =>
    sendEmails(client, acknowledged, () => over),
  );
  await killRepeatedly(server, () => acknowledged.length);
  over = true;
  await Promise.all(sending);
  await settled(async () => (await countWaiting()) === 0);

  const stats = await get<{ stats: { metrics: { received: number } }[] }[]>(
    '/v3/user/webhooks/parse/stats?start_date=2020-01-01&aggregated_by=month',
  );
  const counted = stats.reduce((sum, entry) => sum + (entry.stats[0]?.metrics.received ?? 0), 0);
  const keys = new Set([...posted.values()].flatMap((each) => [...each]));
  const summary = {
    acknowledged: acknowledged.length,
    kills,
    lost: acknowledged.filter((subject) => !posted.has(subject)).length,
    withSeveralKeys: [...posted.values()].filter((each) => each.size > 1).length,
    posted: keys.size,
    counted,
    postsRepeated: posts - keys.size,
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  expect(summary).toMatchObject({ lost: 0, withSeveralKeys: 0, posted: counted });
  expect(acknowledged.length).toBeGreaterThan(kills);
});
