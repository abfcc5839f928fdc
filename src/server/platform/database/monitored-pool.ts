/** PostgreSQL's pool of connections, each of them watched for silence. */

import pg from 'pg';
import { ConnectionWatchdog, type Probe } from './connection-watchdog.ts';
import type { Client, Pool } from './postgres-connection.ts';

/** How long the server may take to let the one in who asks whether it is there, and then to answer. */
const probeConnectMs = 2_000;
const probeQueryMs = 1_000;
/** Connections that are closed say goodbye and wait for the other side; so long. */
const closeTimeoutMs = 3_000;

/** For a second at least, so that an answer that is on its way does not count. */
const idleBackends = `
  select pid from pg_stat_activity where pid = any($1::int[])
    and state in ('idle', 'idle in transaction') and state_change < clock_timestamp() - interval '1 second'`;

/** `pool` was made with `settings`. Closing it takes no longer than a few seconds, even when the server is silent. */
export function monitoredPool(pool: pg.Pool, settings: pg.ClientConfig): Pool {
  const watch = new ConnectionWatchdog(createProbe(settings));
  const clients = new WeakMap<pg.PoolClient, Client>();
  return {
    async connect() {
      watch.requireResponsive();
      const client = await pool.connect();
      const known = clients.get(client);
      if (known !== undefined) return known;
      const watched = monitoredClient(client, watch);
      clients.set(client, watched);
      return watched;
    },
    async end() {
      // Also for those that the pool lets go of without waiting until they are closed.
      setTimeout(() => watch.destroyAll(), closeTimeoutMs).unref();
      await pool.end();
      watch.stop();
    },
  };
}

function monitoredClient(client: pg.PoolClient, watch: ConnectionWatchdog): Client {
  const { track: ask, end } = watch.watch({
    pid: backendPid(client) ?? 0,
    destroy: (error) => destroySocket(client, error),
  });
  client.once('end', end);
  const query = (...args: Parameters<typeof client.query>) => ask(async () => client.query(...args));
  return { query: query as unknown as Client['query'], release: (broken) => client.release(broken) };
}

/** Any answer will do, also that the server is full or starting up; only silence and the network's errors will not. */
function createProbe(settings: pg.ClientConfig): Probe {
  return async (pids) => {
    const client = new pg.Client({
      ...settings,
      pipeline: false,
      connectionTimeoutMillis: probeConnectMs,
      query_timeout: probeQueryMs,
    });
    // What breaks it while nobody asks is of no interest: it is used once.
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(idleBackends, [pids]);
      return rows.map(({ pid }) => pid);
    } catch (error) {
      if (error instanceof Error && 'severity' in error) return [];
      throw error;
    } finally {
      void closeClient(client);
    }
  };
}

/** The number of the connection's process on the server, which the type declarations leave out. */
export function backendPid(client: pg.ClientBase): number | null {
  return 'processID' in client ? Number(client.processID) : null;
}

/** Says goodbye, and waits only so long until the other side closes the connection, too. */
export async function closeClient(client: pg.Client): Promise<void> {
  const deadline = setTimeout(() => destroySocket(client), closeTimeoutMs);
  // It is over either way.
  await client.end().catch(() => {});
  clearTimeout(deadline);
}

/** Nothing is said to the other side, as it does not listen. */
function destroySocket(client: pg.ClientBase, error?: Error): void {
  if ('connection' in client) (client as pg.Client).connection.stream.destroy(error);
}
