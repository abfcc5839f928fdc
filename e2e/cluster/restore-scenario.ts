/**
 * Restore scenario: executions run with an open stream and a sink; the servers stop while some wait, the database is
 * dumped and restored into a cluster that has counted far fewer transactions, and they go on there. Then the same dump
 * is restored once more, into another database of the first cluster, so that the stream has seen more than the dump.
 */

import pg from 'pg';
import { ServerProcess } from '../kill/server-process.ts';
import { EventStreamClient } from './event-stream-client.ts';
import { countSteps, listAll, waitUntil, waitUntilEnded } from './execution-counts.ts';
import { expectedPath } from './flow.ts';
import type { Counts } from './kill-scenario.ts';
import type { PostgresServer } from './postgres-server.ts';
import { RetryingClient } from './retrying-client.ts';
import { SinkReceiver } from './sink-receiver.ts';
import { addFlow, CountingReceiver, environmentOf, sendMessage } from './test-environment.ts';

/** Executions that end before the dump, that wait during it, and that start after each restore. */
const contacts = 30;
/** So far is the first cluster ahead of the second one. */
const transactionsAhead = 50_000;
const deliveryTimeoutMs = 20_000;

/** Returns the counts, and the expected values of some of them. */
export async function runRestore(
  { first, second }: { first: PostgresServer; second: PostgresServer },
  ports: readonly number[],
  environment: Record<string, string>,
): Promise<{ counts: Counts; expected: Counts }> {
  const receiver = await CountingReceiver.start();
  const client = new RetryingClient(ports.map((port) => `http://127.0.0.1:${port}`));
  let servers: ServerProcess[] = [];
  let stream: EventStreamClient | null = null;
  let sink: SinkReceiver | null = null;
  const startServers = async (url: string) => {
    servers = ports.map(
      (port) => new ServerProcess(environmentOf(port, { ...environment, DATABASE_URL: url })),
    );
    await Promise.all(servers.map((server) => server.start()));
  };
  const stopServers = () => Promise.all(servers.map((server) => server.stop()));
  const send = async (flow: string, round: number) => {
    const numbers = Array.from({ length: contacts }, (_, index) => round * contacts + index);
    await Promise.all(numbers.map((number) => sendMessage(client, flow, number)));
  };
  try {
    await countTransactions(first.url, transactionsAhead);
    await startServers(first.url);
    const flow = await addFlow(client, receiver.url);
    stream = new EventStreamClient(client, `/v2/Flows/${flow}/Events`);
    await stream.start();
    sink = await SinkReceiver.start(client);
    await send(flow, 0);
    await waitUntilEnded(client, flow);
    await send(flow, 1);
    await stopServers();

    const dump = first.dump();
    const restored = second.restore(dump, 'restored');
    const rows = await countRows(first.url);
    const differing = countDifferences(rows, await countRows(restored));
    await startServers(restored);
    await send(flow, 2);
    const once = await countDelivered(client, flow, stream, sink);
    const repetitions = { stream: repeated(stream.steps), sink: repeated(sink.steps) };
    await stopServers();

    await startServers(first.restore(dump, 'restored_again'));
    await send(flow, 3);
    const again = await countDelivered(client, flow, stream, sink);
    return {
      counts: {
        'rows dumped': [...rows.values()].reduce((sum, count) => sum + count, 0),
        'tables with another count': differing,
        'executions dumped': rows.get('executions') ?? 0,
        ...named('after the restore', once),
        'after the restore: streamed twice': repetitions.stream,
        'after the restore: posted to the sink twice': repetitions.sink,
        ...named('after the second restore', again),
        // Their executions waited in the dump, so they run once more.
        'after the second restore: streamed twice': repeated(stream.steps),
      },
      expected: {
        'tables with another count': 0,
        'executions dumped': 2 * contacts,
        ...named('after the restore', expectedDelivery),
        ...named('after the second restore', expectedDelivery),
        'after the restore: streamed twice': 0,
      },
    };
  } finally {
    stream?.stop();
    await Promise.all(servers.map((server) => server.kill()));
    sink?.stop();
    receiver.stop();
  }
}

/** Three rounds of contacts are in a restored database: two from the dump and one more. */
const expectedDelivery = {
  executions: 3 * contacts,
  steps: 3 * contacts * expectedPath.length,
  'on another path': 0,
  stuck: 0,
  'missed by the stream': 0,
  'missed by the sink': 0,
};

/** Waits until all executions have ended; which of their steps did the stream and the sink not get? */
async function countDelivered(
  client: RetryingClient,
  flow: string,
  stream: EventStreamClient,
  sink: SinkReceiver,
): Promise<typeof expectedDelivery> {
  const stuck = await waitUntilEnded(client, flow);
  const steps = await countSteps(client, flow);
  const sids = await listStepSids(client, flow);
  const missed = (seen: ReadonlyMap<string, number>) => sids.filter((sid) => !seen.has(sid)).length;
  await waitUntil(() => missed(stream.steps) === 0 && missed(sink.steps) === 0, deliveryTimeoutMs);
  return {
    executions: steps.executions,
    steps: steps.total,
    'on another path': steps.otherPath,
    stuck,
    'missed by the stream': missed(stream.steps),
    'missed by the sink': missed(sink.steps),
  };
}

async function listStepSids(client: RetryingClient, flow: string): Promise<string[]> {
  const executions = await listAll(client, `/v2/Flows/${flow}/Executions?PageSize=1000`, 'executions');
  const lists = await Promise.all(
    executions.map(({ sid }) =>
      listAll(client, `/v2/Flows/${flow}/Executions/${sid}/Steps?PageSize=100`, 'steps'),
    ),
  );
  return lists.flat().map(({ sid }) => String(sid));
}

const named = (when: string, counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [`${when}: ${name}`, count]));

const repeated = (seen: ReadonlyMap<string, number>) =>
  [...seen.values()].filter((times) => times > 1).length;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lets the cluster count transactions that write nothing. */
function countTransactions(url: string, count: number): Promise<unknown> {
  return withClient(url, (client) =>
    client.query(`do $$ begin
      for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop;
    end $$`),
  );
}

/** The number of rows of each table. */
function countRows(url: string): Promise<Map<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const counts = new Map<string, number>();
    for (const { name } of rows) {
      const found = await client.query<{ count: string }>(`select count(*) as count from "${name}"`);
      counts.set(name, Number(found.rows[0]?.count));
    }
    return counts;
  });
}

function countDifferences(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  return [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name))
    .length;
}
