/**
 * Benchmark of event delivery: events per second to one webhook. The baseline of a backlog, unsigned and signed, is a
 * loop that posts the same bytes to the same receiver, from memory and unsigned, with the HTTP client of the product;
 * the baseline of delivery while recording, a hundred events per transaction, is the same recording without delivery.
 * The two sides of each pair alternate in which runs first.
 *
 * `node bench/email/deliveries/main.ts`; `--events N` sets the events of a round, `--rounds N` the number of rounds
 * (`--quick`: 3). Each row is the pair with the median ratio.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { addAccount } from '#server/accounts/service.ts';
import { startEventDelivery } from '#server/email/events/delivery/deliver.ts';
import { createEventWebhook, setSignatureEnabled } from '#server/email/events/service/webhooks.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createAddressGuard, createOutboundAgent } from '#server/platform/outbound/address-guard.ts';
import { createServiceRuntime, systemTime } from '#server/platform/service-runtime.ts';
import { clearBacklog, type Owner, readBodies, record, requeue } from './event-load.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '50000' },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
  // Other benchmarks have other options.
  strict: false,
});
const events = Number(values.events);
const rounds = Number(values.rounds ?? (values.quick ? 3 : 9));
const recorded = Math.min(events, 10_000);
const perTransaction = 100;

/** Elapsed seconds, and CPU seconds of this process. */
type Time = { seconds: number; cpuSeconds: number };

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
  const database = await openDatabase(config, 'exclusive', systemTime());
  const { ctx } = createServiceRuntime(config, database);
  const agent = createOutboundAgent(createAddressGuard(['127.0.0.1']));
  const plain = new Agent();
  const { account_sid: account } = await addAccount(ctx, 'Bench');
  const caller = { account, user: null, region: 'global', access: 'owner', role: 'owner' } as const;
  const { id } = await createEventWebhook(ctx, caller, { url, delivered: true });
  const owner: Owner = { account, region: 'global' };
  await record(ctx, owner, events, 1_000);
  const posts = await readBodies(ctx, id);

  const deliver = async (count: number, work: () => Promise<void> = async () => {}) => {
    const time = await timed(async () => {
      const arrived = arrival(count);
      const delivery = startEventDelivery(ctx, { agent });
      await work();
      await arrived;
      // Recording the last deliveries belongs to the measured time.
      await delivery.stop();
    });
    return time;
  };
  const backlog: Pair = {
    count: events,
    measured: async () => {
      await requeue(ctx, owner, id, events);
      return deliver(events);
    },
    baseline: () => timed(() => postAll(plain, url, posts)),
  };
  const recording = () => record(ctx, owner, recorded, perTransaction);
  const both: Pair = {
    count: recorded,
    measured: async () => {
      await clearBacklog(ctx, id);
      return deliver(recorded, recording);
    },
    baseline: () => timed(recording),
  };
  const rows = [
    { '': 'from a backlog', ...(await medianPair(backlog)), alone: 'the same posts' },
    { '': 'while they are recorded', ...(await medianPair(both)), alone: 'the same recording' },
  ];
  await setSignatureEnabled(ctx, caller, id, true);
  rows.push({
    '': 'from a backlog, signed',
    ...(await medianPair(backlog)),
    alone: 'the same posts, unsigned',
  });
  console.log(
    `${events} events in ${posts.length} posts of ${posts[0]?.length ?? 0} bytes; ${rounds} rounds`,
  );
  console.table(rows);
  await Promise.all([agent.destroy(), plain.destroy()]);
  await database.close();
}

type Pair = { count: number; measured(): Promise<Time>; baseline(): Promise<Time> };

/** The pair with the median ratio of all rounds, without the first, which is the warm-up. */
async function medianPair({ count, measured, baseline }: Pair) {
  const pairs: { own: Time; alone: Time }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const first = round % 2 === 0 ? await measured() : await baseline();
    const second = round % 2 === 0 ? await baseline() : await measured();
    const pair = round % 2 === 0 ? { own: first, alone: second } : { own: second, alone: first };
    if (round > 0) pairs.push(pair);
  }
  const ratio = (pair: { own: Time; alone: Time }) => pair.alone.seconds / pair.own.seconds;
  pairs.sort((one, other) => ratio(one) - ratio(other));
  const [least, between, most] = [pairs[0], pairs[pairs.length >> 1], pairs.at(-1)];
  if (least === undefined || between === undefined || most === undefined)
    throw new Error('No round was measured.');
  const perThousand = (time: Time) => ((time.cpuSeconds * 1e6) / count).toFixed(2);
  return {
    'events/s': Math.round(count / between.own.seconds),
    'alone, events/s': Math.round(count / between.alone.seconds),
    ratio: ratio(between).toFixed(2),
    'least to most': `${ratio(least).toFixed(2)} to ${ratio(most).toFixed(2)}`,
    'CPU ms for 1,000': perThousand(between.own),
    'alone, CPU ms': perThousand(between.alone),
  };
}

async function timed(work: () => Promise<void>): Promise<Time> {
  const [begun, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return { seconds: (performance.now() - begun) / 1000, cpuSeconds: (user + system) / 1e6 };
}

async function postAll(dispatcher: Agent, url: string, posts: readonly Buffer[]): Promise<void> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Patchbay' };
  for (const body of posts) {
    const response = await request(url, { dispatcher, method: 'POST', headers, body });
    await response.body.text();
  }
}

/** Resolves when `count` further events have arrived. */
async function arrival(count: number): Promise<void> {
  receiver.send(count);
  await once(receiver, 'message');
}
