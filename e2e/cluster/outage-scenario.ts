/**
 * Outage scenario: PostgreSQL is stopped for `outageMs` and later paused, while clients send requests to three
 * servers that keep running. Every response is 2xx or 503 with Retry-After; every acknowledged execution completes.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ServerProcess } from '../kill/server-process.ts';
import { countSteps, type ListEntry, listAll, waitUntil, waitUntilEnded } from './execution-counts.ts';
import type { Counts } from './kill-scenario.ts';
import { LoadClients } from './load-clients.ts';
import type { PostgresServer } from './postgres-server.ts';
import { RetryingClient } from './retrying-client.ts';
import { addFlow, CountingReceiver, environmentOf } from './test-environment.ts';

const unresponsiveMs = 10_000;
const calmMs = 3_000;
/** PostgreSQL ends an abandoned transaction after 15 s. */
const openTransactionTimeoutMs = 20_000;

/** Returns the counts, and the expected values of some of them. */
export async function runOutages(
  postgres: PostgresServer,
  ports: readonly number[],
  environment: Record<string, string>,
  outageMs: number,
): Promise<{ counts: Counts; expected: Counts }> {
  const receiver = await CountingReceiver.start();
  const servers = ports.map((port) => new ServerProcess(environmentOf(port, environment)));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const client = new RetryingClient(urls);
  const startedAt = performance.now();
  try {
    await Promise.all(servers.map((server) => server.start()));
    const flow = await addFlow(client, receiver.url);
    const loadClients = new LoadClients(urls, flow);
    loadClients.start();
    const rejected = await causeOutages(postgres, loadClients, outageMs);
    await loadClients.stop();
    const stuck = await waitUntilEnded(client, flow);
    const openTransactions = await countOpenTransactions(postgres.url);
    const steps = await countSteps(client, flow);
    const contacts = (await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions')).map(
      (each: ListEntry) => String(each.contact_channel_address),
    );
    for (const each of new Set(loadClients.unexpectedResponses)) console.log(`  ${each}`);
    const { counts } = loadClients;
    return {
      counts: {
        'responses 2xx': counts['2xx'],
        '503 with Retry-After while stopped': rejected.stopped,
        '503 with Retry-After while paused': rejected.paused,
        'other responses': counts.other,
        'no response': counts.none,
        'seconds, the slowest response': Math.round(loadClients.longestMs / 1_000),
        'starts acknowledged': loadClients.acknowledged.length,
        'acknowledged and lost': loadClients.acknowledged.filter((each) => !contacts.includes(each)).length,
        'present, not acknowledged': contacts.filter((each) => !loadClients.acknowledged.includes(each))
          .length,
        'contacts with two executions': contacts.length - new Set(contacts).size,
        ...{ duplicated: steps.duplicated, 'on another path': steps.otherPath, stuck },
        'HTTP effects': receiver.keyCount,
        'HTTP effects repeated': receiver.repeatedKeyCount,
        'transactions left open': openTransactions,
        'outages without rejections': [rejected.stopped, rejected.paused].filter((count) => count === 0)
          .length,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
      },
      expected: {
        ...{ 'other responses': 0, 'no response': 0, 'acknowledged and lost': 0 },
        ...{ 'contacts with two executions': 0, duplicated: 0, 'on another path': 0, stuck: 0 },
        'HTTP effects': contacts.length * 3,
        ...{ 'transactions left open': 0, 'outages without rejections': 0 },
      },
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    receiver.stop();
  }
}

/** Stops PostgreSQL, then pauses it; returns how many requests were rejected in each outage. */
async function causeOutages(postgres: PostgresServer, { counts }: LoadClients, outageMs: number) {
  const rejections = () => counts['503 with Retry-After'];
  await sleep(calmMs);
  postgres.stop('fast');
  await sleep(outageMs);
  postgres.start();
  await sleep(calmMs);
  const stopped = rejections();
  postgres.pause();
  try {
    await sleep(unresponsiveMs);
  } finally {
    postgres.resume();
  }
  await sleep(calmMs);
  return { stopped, paused: rejections() - stopped };
}

/** Counts sessions whose transaction is still open after the timeout. */
async function countOpenTransactions(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let count = 0;
    await waitUntil(async () => {
      const { rows } = await client.query<{ count: string }>(
        "select count(*) as count from pg_stat_activity where xact_start < now() - interval '1 second'",
      );
      count = Number(rows[0]?.count);
      return count === 0;
    }, openTransactionTimeoutMs);
    return count;
  } finally {
    await client.end();
  }
}
