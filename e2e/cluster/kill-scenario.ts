/** Kill scenario: executions run while servers are killed in turn; afterwards executions, steps and effects are counted. */

import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../kill/server-process.ts';
import { EventStreamClient } from './event-stream-client.ts';
import { countSteps, countWrongCounters, waitUntil, waitUntilEnded } from './execution-counts.ts';
import { RetryingClient } from './retrying-client.ts';
import { addFlow, CountingReceiver, environmentOf, sendMessage } from './test-environment.ts';

export type KillScenario = {
  /** So many are started; more, when the kills that are wanted and the disruption take longer. */
  executions: number;
  /** The number of the first contact; 0 by default. */
  first?: number;
  ports: readonly number[];
  /** Settings of the servers besides those of `environmentOf`. */
  environment: Record<string, string>;
  /** Milliseconds between two kills. */
  killEveryMs: number;
  /** So many, and no more; without it they go on until all executions have ended. */
  kills?: number;
  /** Of each of the clients between two messages. */
  pauseMs?: number;
  /** Called once, when a third of the executions has started. */
  disrupt?: (servers: readonly ServerProcess[]) => Promise<void>;
};

export type Counts = Record<string, number>;

const clientCount = 16;
/** About thirty messages a second, so that the kills and the disruption happen during the load. */
const defaultPauseMs = clientCount * 30;
const streamCount = 3;

/** Runs the scenario and returns the counts. */
export async function runKills(scenario: KillScenario): Promise<Counts> {
  const receiver = await CountingReceiver.start();
  const servers = scenario.ports.map((port) => new ServerProcess(environmentOf(port, scenario.environment)));
  const client = new RetryingClient(scenario.ports.map((port) => `http://127.0.0.1:${port}`));
  const ending = new AbortController();
  let streams: EventStreamClient[] = [];
  const startedAt = performance.now();
  try {
    // All at once on an empty database: the migrations must not collide.
    await Promise.all(servers.map((server) => server.start()));
    const flow = await addFlow(client, receiver.url);
    streams = Array.from(
      { length: streamCount },
      () => new EventStreamClient(client, `/v2/Flows/${flow}/Events`),
    );
    await Promise.all(streams.map((each) => each.start()));
    const killing = track(killInTurn(servers, scenario, ending.signal));
    const sent = await startExecutions(client, flow, { ...scenario, servers }, killing);
    const acknowledgedAt = performance.now();
    const stuck = await waitUntilEnded(client, flow);
    ending.abort();
    const kills = await killing.ended;
    const seconds = (performance.now() - startedAt) / 1_000;
    const steps = await countSteps(client, flow);
    await waitUntil(() => streams.every((each) => each.steps.size >= steps.total), 15_000);
    return {
      'messages acknowledged': sent,
      executions: steps.executions,
      steps: steps.total,
      duplicated: steps.duplicated,
      'on another path': steps.otherPath,
      'counters that differ from the steps': await countWrongCounters(client, flow, steps.transitions),
      stuck,
      kills,
      'requests without response': client.failedConnections,
      'requests rejected with 503': client.responses503,
      'HTTP effects': receiver.keyCount,
      'HTTP effects repeated': receiver.repeatedKeyCount,
      'most steps missed by one stream': Math.max(...streams.map((each) => steps.total - each.steps.size)),
      'steps streamed twice': streams.reduce(
        (sum, each) => sum + [...each.steps.values()].filter((times) => times > 1).length,
        0,
      ),
      'stream reconnects': streams.reduce((sum, each) => sum + each.reconnects, 0),
      'seconds for the starts': Math.round((acknowledgedAt - startedAt) / 1_000),
      seconds: Math.round(seconds),
    };
  } catch (error) {
    for (const fault of servers.flatMap(({ faults }) => faults)) console.log(`  a server says: ${fault}`);
    throw error;
  } finally {
    ending.abort();
    for (const each of streams) each.stop();
    await Promise.all(servers.map((server) => server.kill()));
    receiver.stop();
  }
}

type Tracked<T> = { ended: Promise<T>; hasEnded: boolean; failure: unknown };

function track<T>(ended: Promise<T>): Tracked<T> {
  const tracked: Tracked<T> = { ended, hasEnded: false, failure: null };
  const end = (failure: unknown = null) => Object.assign(tracked, { hasEnded: true, failure });
  ended.then(() => end(), end);
  return tracked;
}

/** Each contact sends one message; gives how many have sent theirs. */
async function startExecutions(
  client: RetryingClient,
  flow: string,
  {
    executions,
    first = 0,
    kills,
    pauseMs = defaultPauseMs,
    disrupt,
    servers,
  }: KillScenario & { servers: readonly ServerProcess[] },
  killing: Tracked<number>,
): Promise<number> {
  let next = 0;
  let sent = 0;
  let disruption: Tracked<void> | undefined;
  const isWanted = () => kills !== undefined && !(killing.hasEnded && disruption?.hasEnded !== false);
  const sendMessages = async () => {
    for (let number = next++; number < executions || isWanted(); number = next++) {
      await sendMessage(client, flow, first + number);
      sent += 1;
      if (number === Math.floor(executions / 3) && disrupt !== undefined)
        disruption = track(disrupt(servers));
      if (disruption?.failure) throw disruption.failure;
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, sendMessages));
  await disruption?.ended;
  return sent;
}

async function killInTurn(
  servers: ServerProcess[],
  { killEveryMs, kills: wanted = Number.POSITIVE_INFINITY }: KillScenario,
  signal: AbortSignal,
): Promise<number> {
  let kills = 0;
  while (!signal.aborted && kills < wanted) {
    await sleep(killEveryMs, undefined, { signal }).catch(() => {});
    const server = servers[kills % servers.length];
    if (signal.aborted || server === undefined) break;
    await server.kill();
    kills += 1;
    await restart(server);
  }
  return kills;
}

/** Retries the start, as a process supervisor does: a server without its database exits. */
export async function restart(server: ServerProcess): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (attempt === 29) throw error;
      await sleep(500);
    }
  }
}
