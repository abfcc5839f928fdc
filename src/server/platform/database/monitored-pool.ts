/** PostgreSQL's pool of connections, each of them watched for silence. */

import pg from 'pg';
import { type Probe, SilenceWatch } from './connection-watchdog.ts';
import type { Client, Pool } from './postgres-connection.ts';

/** How long the server may take to let the one in who asks whether it is there, and then to answer. */
const probeConnectMs = 2_000;
const probeQueryMs = 1_000;
/** Connections that are closed say goodbye and wait for the other side; so long. */
const goodbyeMs = 3_000;

/** For a second at least, so that an answer that is on its way does not count. */
const waitingFor = `
  select pid from pg_stat_activity where pid = any($1::int[])
    and state in ('idle', 'idle in transaction') and state_change < clock_timestamp() - interval '1 second'`;

/** `pool` was made with `settings`. Closing it takes no longer than a few seconds, even when the server is silent. */
export function watchedPool(pool: pg.Pool, settings: pg.ClientConfig): Pool {
  const watch = new SilenceWatch(probeBy(settings));
  const clients = new WeakMap<pg.PoolClient, Client>();
  return {
    async connect() {
      watch.requireVoice();
      const client = await pool.connect();
      const known = clients.get(client);
      if (known !== undefined) return known;
      const watched = watchedClient(client, watch);
      clients.set(client, watched);
      return watched;
    },
    async end() {
      // Also for those that the pool lets go of without waiting until they are closed.
      setTimeout(() => watch.cutAll(), goodbyeMs).unref();
      await pool.end();
      watch.stop();
    },
  };
}

function watchedClient(client: pg.PoolClient, watch: SilenceWatch): Client {
  const { ask, end } = watch.hold({ pid: pidOf(client) ?? 0, cut: (error) => cut(client, error) });
  client.once('end', end);
  const query = (...args: Parameters<typeof client.query>) => ask(async () => client.query(...args));
  return { query: query as unknown as Client['query'], release: (broken) => client.release(broken) };
}

/** Any answer will do, also that the server is full or starting up; only silence and the network's errors will not. */
function probeBy(settings: pg.ClientConfig): Probe {
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
      const { rows } = await client.query<{ pid: number }>(waitingFor, [pids]);
      return rows.map(({ pid }) => pid);
    } catch (error) {
      if (error instanceof Error && 'severity' in error) return [];
      throw error;
    } finally {
      void letGo(client);
    }
  };
}

/** The number of the connection's process on the server, which the type declarations leave out. */
export function pidOf(client: pg.ClientBase): number | null {
  return 'processID' in client ? Number(client.processID) : null;
}

/** Says goodbye, and waits only so long until the other side closes the connection, too. */
export async function letGo(client: pg.Client): Promise<void> {
  const impatience = setTimeout(() => cut(client), goodbyeMs);
  // It is over either way.
  await client.end().catch(() => {});
  clearTimeout(impatience);
}

/** Nothing is said to the other side, as it does not listen. */
function cut(client: pg.ClientBase, error?: Error): void {
  if ('connection' in client) (client as pg.Client).connection.stream.destroy(error);
}
