/** One tour: executions run while servers are killed, and afterwards everything is counted. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../kill/server-process.ts';
import { account, Client, token } from './client.ts';
import { definition, wholePath } from './flow.ts';
import { Listener } from './listener.ts';

export type Tour = {
  title: string;
  executions: number;
  ports: readonly number[];
  /** What the servers get beside account, port and the like. */
  environment: Record<string, string>;
  /** Milliseconds between two kills. */
  killEveryMs: number;
  /** Called once, when a third of the executions has begun. */
  disturb?: () => Promise<void>;
};

export type Counts = Record<string, number>;

const channel = '+15559999';
const clients = 16;
const listeners = 3;
/** How long after the last start everything must be over. */
const settleMs = 60_000;

/** Runs the tour and gives what was counted. */
export async function run(tour: Tour): Promise<Counts> {
  const received = new Map<string, number>();
  const receiver = createServer((request, answer) => {
    const key = String(request.headers['idempotency-key']);
    received.set(key, (received.get(key) ?? 0) + 1);
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{"word":"blue"}');
  }).listen(0, '127.0.0.1');
  const servers = tour.ports.map(
    (port) => new ServerProcess({ ...common, PORT: String(port), ...tour.environment }),
  );
  const client = new Client(tour.ports.map((port) => `http://127.0.0.1:${port}`));
  const ending = new AbortController();
  let watching: Listener[] = [];
  const startedAt = performance.now();
  try {
    // All at once, on a database that has no tables yet.
    await Promise.all(servers.map((server) => server.start()));
    const flow = await addFlow(client, `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    watching = Array.from({ length: listeners }, () => new Listener(client, `/v2/Flows/${flow}/Events`));
    await Promise.all(watching.map((each) => each.start()));
    const killing = killInTurn(servers, tour.killEveryMs, ending.signal);
    await begin(client, flow, tour);
    const acknowledgedAt = performance.now();
    const stuck = await untilOver(client, flow, tour.executions);
    ending.abort();
    const kills = await killing;
    const seconds = (performance.now() - startedAt) / 1_000;
    const steps = await countSteps(client, flow);
    await until(() => watching.every((each) => each.steps.size >= steps.total), 15_000);
    return {
      executions: steps.executions,
      steps: steps.total,
      doubled: steps.doubled,
      'on another path': steps.strayed,
      stuck,
      kills,
      'requests cut off': client.cut,
      'requests answered 503': client.refused,
      'HTTP effects': received.size,
      'HTTP effects repeated': [...received.values()].filter((times) => times > 1).length,
      'steps the worst listener missed': Math.max(...watching.map((each) => steps.total - each.steps.size)),
      'steps listeners saw twice': watching.reduce(
        (sum, each) => sum + [...each.steps.values()].filter((times) => times > 1).length,
        0,
      ),
      'listeners reconnected': watching.reduce((sum, each) => sum + each.reconnects, 0),
      'seconds for the starts': Math.round((acknowledgedAt - startedAt) / 1_000),
      seconds: Math.round(seconds),
    };
  } finally {
    ending.abort();
    for (const each of watching) each.stop();
    await Promise.all(servers.map((server) => server.kill()));
    receiver.closeAllConnections();
    receiver.close();
  }
}

const common = {
  HOST: '127.0.0.1',
  PATCHBAY_ACCOUNT_SID: account,
  PATCHBAY_AUTH_TOKEN: token,
  OUTBOUND_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  START_LIMIT_REST: '0',
  START_LIMIT_INBOUND: '0',
};

async function addFlow(client: Client, receiverUrl: string): Promise<string> {
  const form = { FriendlyName: 'Cluster', Status: 'published', Definition: definition(receiverUrl) };
  const { status, text, json } = await client.insist('/v2/Flows', form);
  if (status !== 201) throw new Error(`The flow was not taken: ${text}`);
  return String(json.sid);
}

/** Each contact writes once; a message that is sent again bears the same SID, so it is taken once. */
async function begin(client: Client, flow: string, { executions, disturb }: Tour): Promise<void> {
  let next = 0;
  let disturbance: Promise<void> | undefined;
  const write = async () => {
    for (let number = next++; number < executions; number = next++) {
      const digits = String(number).padStart(10, '0');
      const form = {
        MessageSid: `SM${digits.padStart(32, '0')}`,
        From: `+1${digits}`,
        To: channel,
        Body: 'Hi',
      };
      const { status, text } = await client.insist(`/v1/Accounts/${account}/Flows/${flow}`, form);
      if (status !== 200) throw new Error(`A message was answered with ${status}: ${text}`);
      if (number === Math.floor(executions / 3)) disturbance = disturb?.();
      // About thirty a second, so that the disturbances fall into the middle of it.
      await sleep(clients * 30);
    }
  };
  await Promise.all(Array.from({ length: clients }, write));
  await disturbance;
}

async function killInTurn(servers: ServerProcess[], everyMs: number, signal: AbortSignal): Promise<number> {
  let kills = 0;
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => {});
    const server = servers[kills % servers.length];
    if (signal.aborted || server === undefined) break;
    await server.kill();
    kills += 1;
    await startAgain(server);
  }
  return kills;
}

/** A server that finds no database ends with a sentence, and whoever runs it starts it again. */
async function startAgain(server: ServerProcess): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (attempt === 29) throw error;
      await sleep(500);
    }
  }
}

/** Resolves with how many executions have not ended in time. */
async function untilOver(client: Client, flow: string, executions: number): Promise<number> {
  let active = executions;
  await until(async () => {
    active = (
      await listAll(client, `/v2/Flows/${flow}/Executions?Status=active&PageSize=1000`, 'executions')
    ).filter((each) => each.status === 'active').length;
    return active === 0;
  }, settleMs);
  return active;
}

async function until(isSo: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  const late = AbortSignal.timeout(ms);
  while (!late.aborted && !(await isSo())) await sleep(500);
}

type Entry = Record<string, unknown>;

async function listAll(client: Client, path: string, key: string): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { json } = await client.insist(next);
    all.push(...((json[key] as Entry[] | undefined) ?? []));
    const url = (json.meta as { next_page_url: string | null } | undefined)?.next_page_url ?? null;
    next = url === null ? null : new URL(url).pathname + new URL(url).search;
  }
  return all;
}

/** Reads every step of every execution back. */
async function countSteps(client: Client, flow: string) {
  const executions = await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions');
  const counts = { executions: executions.length, total: 0, doubled: 0, strayed: 0 };
  const rest = executions.map(({ sid }) => String(sid));
  const read = async () => {
    for (let sid = rest.pop(); sid !== undefined; sid = rest.pop()) {
      const steps = await listAll(client, `/v2/Flows/${flow}/Executions/${sid}/Steps?PageSize=100`, 'steps');
      const path = steps.map((step) => `${step.transitioned_from} ${step.name}`);
      counts.total += path.length;
      counts.doubled += path.length - new Set(path).size;
      if (path.toSorted().join() !== wholePath.toSorted().join()) counts.strayed += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  return counts;
}
