/**
 * How many events a second reach one webhook, beside a loop that only posts the same bodies to the same receiver
 * in the same run, by turns. `node bench/email/deliveries/main.ts`; `--events N` is how many a round holds,
 * `--rounds N` how many rounds there are; the middle one is shown. A second figure is told with the signature on,
 * a third counts recording too: events are recorded by other transactions, a hundred in each, while they are posted.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { readConfig } from '../../../src/server/config.ts';
import { createGuard, guardedAgent } from '../../../src/server/connector/guard.ts';
import { startEventLanes } from '../../../src/server/runner/mail/event-lanes.ts';
import { addAccount } from '../../../src/server/service/accounts.ts';
import { createEventWebhook, switchSignature } from '../../../src/server/service/email/event-webhooks.ts';
import { recordEvents } from '../../../src/server/service/email/events.ts';
import type { Host } from '../../../src/server/service/host.ts';
import { openDatabase } from '../../../src/server/store/open.ts';
import { createWorld, systemTime } from '../../../src/server/world.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '3' } },
  // Other areas have options of their own.
  strict: false,
});
const wanted = Number(values.events);
const rounds = Number(values.rounds);
const perTransaction = 100;
const perPost = 1_000;

type Owner = { account: string; region: 'global' };
type Told = { events: number; posts: number };

const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
const receiver = spawn(process.execPath, [fileURLToPath(new URL('receiver.ts', import.meta.url))], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
try {
  await measure();
} finally {
  receiver.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
  const url = `http://127.0.0.1:${port}/events`;
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  const database = await openDatabase(config, 'serving', systemTime());
  const { host } = createWorld(config, database);
  const agent = guardedAgent(createGuard(['127.0.0.1']));
  const { account_sid: account } = await addAccount(host, 'Bench');
  const caller = { account, user: null, region: 'global', access: 'owner' } as const;
  const { id } = await createEventWebhook(host, caller, { url, delivered: true });
  const owner: Owner = { account, region: 'global' };

  /** Records everything first, then measures from the first to the last event that arrives. */
  const backlog = async () => {
    await record(host, owner, wanted);
    return arrival(() => startEventLanes(host, { agent }));
  };
  const both = async () =>
    arrival(
      () => startEventLanes(host, { agent }),
      () => record(host, owner, wanted),
    );
  await backlog();
  await floor(url);
  const rows: Record<string, string | number>[] = [];
  const row = async (name: string, run: () => Promise<number>) => {
    const pairs: { own: number; alone: number }[] = [];
    for (let round = 0; round < rounds; round += 1) pairs.push({ own: await run(), alone: await floor(url) });
    pairs.sort((one, other) => one.own / one.alone - other.own / other.alone);
    const middle = pairs[pairs.length >> 1];
    if (middle === undefined) return;
    const { own, alone } = middle;
    rows.push({ '': name, 'events/s': own, 'posts alone, events/s': alone, ratio: (own / alone).toFixed(2) });
  };
  await row('from a backlog', backlog);
  await row('while they are recorded', both);
  await switchSignature(host, caller, id, true);
  await row('from a backlog, signed', backlog);
  console.table(rows);
  await agent.destroy();
  await database.close();
}

/** Events a second between the beginning of `work` and the arrival of the last one. */
async function arrival(
  start: () => { stop(): Promise<void> },
  work: () => Promise<void> = async () => {},
): Promise<number> {
  await ask(receiver);
  const begun = performance.now();
  const lanes = start();
  await work();
  let arrived = 0;
  while (arrived < wanted) {
    await sleep(5);
    arrived += (await ask(receiver)).events;
  }
  const seconds = (performance.now() - begun) / 1000;
  await lanes.stop();
  return Math.round(arrived / seconds);
}

async function record(host: Host, owner: Owner, count: number): Promise<void> {
  for (let done = 0; done < count; done += perTransaction) {
    const now = host.clock.now();
    const events = Array.from({ length: perTransaction }, () => newEvent(host.ids.token()));
    await host.database.write((tx) => recordEvents(tx, { ...owner, now }, events));
  }
}

function newEvent(message: string) {
  return {
    cause: `${message}.delivered`,
    kind: 'delivered' as const,
    message,
    fields: {
      email: `${message.slice(0, 8)}@example.com`,
      'smtp-id': `<${message}@mail.example.com>`,
      category: ['receipts', 'shop'],
      order: message.slice(0, 12),
      response: '250 2.0.0 OK: queued',
      ip: '203.0.113.9',
      tls: 1,
    },
  };
}

/** Only the posts: the same number of events in bodies of the same size, by the library that posts them here. */
async function floor(url: string): Promise<number> {
  const agent = new Agent();
  const events = Array.from({ length: perPost }, (_, index) => {
    const { fields, message } = newEvent(String(index).padStart(32, 'a'));
    const own = { event: 'delivered', timestamp: 1_700_000_000, sg_event_id: message.slice(0, 22) };
    return JSON.stringify({ ...fields, ...own, sg_message_id: message });
  });
  const body = `[${events.join(',')}]`;
  const headers = { 'content-type': 'application/json', 'user-agent': 'Patchbay' };
  const begun = performance.now();
  for (let done = 0; done < wanted; done += perPost) {
    const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body });
    await answer.body.text();
  }
  const seconds = (performance.now() - begun) / 1000;
  await agent.destroy();
  await ask(receiver);
  return Math.round(wanted / seconds);
}

/** What has arrived since the last asking. */
async function ask(child: ChildProcess): Promise<Told> {
  const answer = once(child, 'message');
  child.send('count');
  const [told] = (await answer) as [Told];
  return told;
}
