/**
 * Crash test of executions: the server is killed and restarted repeatedly under load. No acknowledged write may be
 * lost, no step duplicated, no execution stuck.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killRepeatedly, kills, settled } from './kills.ts';
import { ServerProcess } from './server-process.ts';

const clients = 8;
const port = 21_390;
const base = `http://127.0.0.1:${port}`;
const account = `AC${'a'.repeat(32)}`;
const authorization = `Basic ${Buffer.from(`${account}:token-of-the-kill-test`).toString('base64')}`;
const channel = '+15559999';

type Step = { seq: number; name: string; transitioned_from: string };
type View = { execution: { status: string }; at: string | null; steps: Step[] };

const folder = mkdtempSync(join(tmpdir(), 'patchbay-kill-'));
const server = new ServerProcess({
  PORT: String(port),
  SMTP_PORT: String(port + 1),
  DATA_DIR: folder,
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: 'token-of-the-kill-test',
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'error',
  START_LIMIT_REST: '0',
  START_LIMIT_INBOUND: '0',
  INBOUND_LIMIT_ADDRESS: '0',
});
/** Requests to the receiver by idempotency key. */
const received = new Map<string, number>();
let receiver: Server;
let flow = '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    received.set(key, (received.get(key) ?? 0) + 1);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"word":"blue"}');
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  await server.start();
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const form = { FriendlyName: 'Kill', Status: 'published', Definition: definition(receiverUrl) };
  flow = (await call('/v2/Flows', form)).json.sid as string;
});
afterAll(async () => {
  await server.kill();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks, waits for a reply, sends an HTTP request, waits for a timeout of two seconds, says goodbye. */
function definition(url: string): string {
  const from = '{{flow.channel.address}}';
  const sending = { from, service: '', channel: '', offset: { x: 0, y: 0 } };
  return JSON.stringify({
    description: 'Killed while it runs',
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
    states: [
      {
        name: 'Trigger',
        type: 'trigger',
        properties: { offset: { x: 0, y: 0 } },
        transitions: [
          { event: 'incomingRequest', next: 'ask' },
          { event: 'incomingMessage', next: 'ask' },
        ],
      },
      {
        name: 'ask',
        type: 'send-and-wait-for-reply',
        properties: { ...sending, body: 'Well?', timeout: '3600' },
        transitions: [
          { event: 'incomingMessage', next: 'fetch' },
          { event: 'timeout' },
          { event: 'deliveryFailure' },
        ],
      },
      {
        name: 'fetch',
        type: 'make-http-request',
        properties: { method: 'GET', url, offset: { x: 0, y: 0 } },
        transitions: [{ event: 'success', next: 'silence' }, { event: 'failed' }],
      },
      {
        name: 'silence',
        type: 'send-and-wait-for-reply',
        properties: { ...sending, body: 'It is {{widgets.fetch.parsed.word}}', timeout: '2' },
        transitions: [
          { event: 'incomingMessage' },
          { event: 'timeout', next: 'bye' },
          { event: 'deliveryFailure' },
        ],
      },
      {
        name: 'bye',
        type: 'send-message',
        properties: { ...sending, body: 'Bye', to: '{{contact.channel.address}}' },
        transitions: [{ event: 'sent' }, { event: 'failed' }],
      },
    ],
  });
}

const expectedPath = [
  'Trigger incomingRequest',
  'ask incomingMessage',
  'fetch success',
  'silence timeout',
  'bye sent',
];

/** Sends a request; a form makes it a POST. @throws when the response is missing or incomplete */
async function call(path: string, form?: Record<string, string>) {
  const response = await fetch(base + path, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { authorization },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, text, json };
}

/** Retries until there is a response, as carriers do. */
async function requestWithRetry(path: string, form?: Record<string, string>) {
  for (;;) {
    try {
      return await call(path, form);
    } catch {
      await sleep(20);
    }
  }
}

type Conversation = { execution: string; contact: string; replied: boolean };

/** Starts an execution; after a lost response the retry's conflict names the one that was created. */
async function startConversation(contact: string): Promise<Conversation> {
  const { status, json } = await requestWithRetry(`/v2/Flows/${flow}/Executions`, {
    To: contact,
    From: channel,
  });
  expect([201, 409]).toContain(status);
  const details = json.details as { conflicting_execution_sid: string } | undefined;
  const execution = status === 201 ? (json.sid as string) : (details?.conflicting_execution_sid ?? '');
  return { execution, contact, replied: false };
}

async function reply(conversation: Conversation): Promise<void> {
  const { contact } = conversation;
  const form = { MessageSid: `SM${contact.slice(1)}`, From: contact, To: channel, Body: 'Yes' };
  const { status } = await requestWithRetry(`/v1/Accounts/${account}/Flows/${flow}`, form);
  expect(status).toBe(200);
  conversation.replied = true;
}

async function view({ execution }: Conversation): Promise<View | null> {
  const { status, json } = await requestWithRetry(`/v1/ExecutionViews/${flow}/${execution}`);
  return status === 200 ? (json as unknown as View) : null;
}

/** Waits until every replied conversation has ended; returns a view of each, null when it does not exist. */
async function waitUntilIdle(conversations: Conversation[]): Promise<(View | null)[]> {
  let views: (View | null)[] = [];
  await settled(async () => {
    views = [];
    for (const conversation of conversations) views.push(await view(conversation));
    return views.every((each, index) => each?.execution.status === 'ended' || !conversations[index]?.replied);
  });
  return views;
}

it(`loses no acknowledged write in ${kills} kills`, async () => {
  const conversations: Conversation[] = [];
  let isOver = false;
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let count = 0; !isOver; count += 1) {
      const contact = `+1${client}${String(count).padStart(9, '0')}`;
      const conversation = await startConversation(contact);
      conversations.push(conversation);
      // Every fourth stays active until after the last kill.
      if (count % 4 !== 3) await reply(conversation);
      await sleep(20);
    }
  });
  await killRepeatedly(server, () => conversations.length);
  isOver = true;
  await Promise.all(load);

  for (const conversation of conversations.filter((each) => !each.replied)) await reply(conversation);
  const views = await waitUntilIdle(conversations);

  const lost = views.filter((each) => each === null).length;
  const stuck = views.filter((each) => each !== null && each.execution.status !== 'ended').length;
  const duplicated = views.filter((each) => each !== null && each.steps.length > expectedPath.length).length;
  const paths = new Set(
    views.map((each) => each?.steps.map((step) => `${step.transitioned_from} ${step.name}`).join(', ')),
  );
  const effectsRepeated = [...received.values()].filter((times) => times > 1).length;
  const summary = {
    conversations: conversations.length,
    kills,
    lost,
    duplicated,
    stuck,
    effectsRepeated,
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  expect(summary).toMatchObject({ lost: 0, duplicated: 0, stuck: 0 });
  expect([...paths]).toEqual([expectedPath.join(', ')]);
  expect(received.size).toBe(conversations.length);
  expect(conversations.length).toBeGreaterThan(kills);
});
