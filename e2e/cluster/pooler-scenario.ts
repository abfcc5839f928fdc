/**
 * Pooler scenario: the kill scenario behind PgBouncer in transaction mode; then a message is sent to one server while
 * a stream is open at another one.
 */

import { PgBouncer, pgBouncerProgram } from '../../src/server/testing/pgbouncer.ts';
import { installPackage } from '../install-packages.ts';
import { ServerProcess } from '../kill/server-process.ts';
import { EventStreamClient } from './event-stream-client.ts';
import { waitUntil } from './execution-counts.ts';
import { type Counts, type KillScenario, runKills } from './kill-scenario.ts';
import { RetryingClient } from './retrying-client.ts';
import { addFlow, CountingReceiver, environmentOf, sendMessage } from './test-environment.ts';

/** Connections of the pooler to PostgreSQL: fewer than the servers have to the pooler. */
const serverConnections = 6;
const messages = 10;
/** Later than that was found by polling. */
const pollIntervalMs = 2_000;

/** Why the scenario cannot run on this machine, or null. */
export function poolerIsMissing(): string | null {
  if (pgBouncerProgram() !== null || installPackage('pgbouncer')) return null;
  return 'this machine has no PgBouncer (Debian: apt-get install pgbouncer)';
}

/** Returns the counts of both parts. */
export async function runPooler(
  plan: KillScenario,
  { postgresUrl, port }: { postgresUrl: string; port: number },
): Promise<Counts> {
  const pooler = await PgBouncer.start(postgresUrl, port, serverConnections);
  const environment = { ...plan.environment, DATABASE_URL: pooler.url, DATABASE_NOTIFY_URL: postgresUrl };
  try {
    return {
      ...(await runKills({ ...plan, environment })),
      ...(await measureNotifications(plan.ports, environment)),
    };
  } finally {
    await pooler.stop();
  }
}

async function measureNotifications(
  ports: readonly number[],
  environment: Record<string, string>,
): Promise<Counts> {
  const receiver = await CountingReceiver.start();
  const servers = ports.map((port) => new ServerProcess(environmentOf(port, environment)));
  const [listening = '', ...sending] = ports.map((port) => `http://127.0.0.1:${port}`);
  const client = new RetryingClient(sending);
  let stream: EventStreamClient | null = null;
  try {
    await Promise.all(servers.map((server) => server.start()));
    const flow = await addFlow(client, receiver.url);
    stream = new EventStreamClient(new RetryingClient([listening]), `/v2/Flows/${flow}/Events`);
    await stream.start();
    const latencies: number[] = [];
    for (let number = 0; number < messages; number += 1) {
      const { size } = stream.steps;
      const sentAt = performance.now();
      await sendMessage(client, flow, 1_000_000 + number);
      const { steps } = stream;
      await waitUntil(() => steps.size > size, 10_000, 5);
      latencies.push(performance.now() - sentAt);
    }
    return {
      'ms from a message to its event elsewhere': Math.round(
        latencies.toSorted((a, b) => a - b)[messages / 2] ?? 0,
      ),
      'events found by polling': latencies.filter((ms) => ms >= pollIntervalMs).length,
    };
  } finally {
    stream?.stop();
    await Promise.all(servers.map((server) => server.kill()));
    receiver.stop();
  }
}
