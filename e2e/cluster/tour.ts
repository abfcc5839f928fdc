/** One tour: executions run while servers are killed, and afterwards everything is counted. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../kill/server-process.ts';
import { account, Client } from './client.ts';
import { countSteps, until, untilOver } from './counting.ts';
import { Listener } from './listener.ts';
import { addFlow, channel, environmentOf, Receiver } from './setting.ts';

export type Tour = {
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

const clients = 16;
const listeners = 3;

/** Runs the tour and gives what was counted. */
export async function run(tour: Tour): Promise<Counts> {
  const receiver = await Receiver.start();
  const servers = tour.ports.map((port) => new ServerProcess(environmentOf(port, tour.environment)));
  const client = new Client(tour.ports.map((port) => `http://127.0.0.1:${port}`));
  const ending = new AbortController();
  let watching: Listener[] = [];
  const startedAt = performance.now();
  try {
    // All at once, on a database that has no tables yet.
    await Promise.all(servers.map((server) => server.start()));
    const flow = await addFlow(client, receiver.url);
    watching = Array.from({ length: listeners }, () => new Listener(client, `/v2/Flows/${flow}/Events`));
    await Promise.all(watching.map((each) => each.start()));
    const killing = killInTurn(servers, tour.killEveryMs, ending.signal);
    await begin(client, flow, tour);
    const acknowledgedAt = performance.now();
    const stuck = await untilOver(client, flow);
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
      'HTTP effects': receiver.asked,
      'HTTP effects repeated': receiver.repeated,
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
    receiver.stop();
  }
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
