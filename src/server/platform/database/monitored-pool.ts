/** The connection pool of PostgreSQL, with a watchdog over each connection. */

import pg from 'pg';
import { CellCipher } from './cell-cipher.ts';
import { ConnectionWatchdog, type Probe, ServerUnresponsive } from './connection-watchdog.ts';
import type { Client, Pool } from './postgres-connection.ts';
import { isConnectionLost, isStatementTimeout } from './retry-while-unavailable.ts';

/** Timeouts of the watchdog's probe: to connect, and to respond. */
const probeConnectMs = 2_000;
const probeQueryMs = 1_000;
/** A closing connection waits this long for the other side to close it, too. */
const closeTimeoutMs = 3_000;

/** Idle for a second at least, so that a response in flight does not count. */
const idleBackends = `
  select pid from pg_stat_activity where pid = any($1::int[])
    and state in ('idle', 'idle in transaction') and state_change < clock_timestamp() - interval '1 second'`;

type Kind = Partial<Pick<Client, 'isTransactionPooled' | 'isDistributed' | 'cells'>> & {
  /** Aborted when nothing is to wait for the server any more. */
  ending?: AbortSignal;
};

/**
 * `pool` was created with `settings`; `kind` says where they lead (`Client`). Closing it takes a few seconds at most, also
 * when the server is unresponsive.
 */
export function monitoredPool(pool: pg.Pool, settings: pg.ClientConfig, kind: Kind = {}): Pool {
  const watchdog = new ConnectionWatchdog(createProbe(settings), kind.ending);
  const clients = new WeakMap<pg.PoolClient, Client>();
  return {
    async connect() {
      watchdog.requireResponsive();
      const client = await pool.connect().catch((error: unknown) => {
        throw kind.ending?.aborted && isConnectionLost(error) ? new ServerUnresponsive(true) : error;
      });
      const known = clients.get(client);
      if (known !== undefined) return known;
      const watched = monitoredClient(client, watchdog, kind);
      clients.set(client, watched);
      return watched;
    },
    async end() {
      // Also for connections that the pool releases without waiting until they are closed.
      setTimeout(() => watchdog.destroyAll(), closeTimeoutMs).unref();
      await pool.end();
      watchdog.stop();
    },
  };
}

function monitoredClient(
  client: pg.PoolClient,
  watchdog: ConnectionWatchdog,
  { isTransactionPooled = false, isDistributed = false, cells = new CellCipher() }: Kind,
): Client {
  const { track, end } = watchdog.watch({
    // A pooler gives a number of its own, which may be that of another process of the server.
    pid: isTransactionPooled ? 0 : (backendPid(client) ?? 0),
    destroy: (error) => destroySocket(client, error),
  });
  client.once('end', end);
  const query = (...args: Parameters<typeof client.query>) =>
    track(async () => {
      try {
        return await client.query(...args);
      } catch (error) {
        // Citus may wait for the node that has kept the statement, before it takes another one of this connection.
        if (isDistributed && isStatementTimeout(error)) destroySocket(client, error as Error);
        throw error;
      }
    });
  return {
    isTransactionPooled,
    isDistributed,
    cells,
    query: query as unknown as Client['query'],
    release: (broken) => client.release(broken),
  };
}

/** Any response counts, also that the server is full or starting up; a timeout or a network error does not. */
function createProbe(settings: pg.ClientConfig): Probe {
  return async (pids) => {
    const client = new pg.Client({
      ...settings,
      pipeline: false,
      connectionTimeoutMillis: probeConnectMs,
      query_timeout: probeQueryMs,
    });
    // An error between queries does not matter: the connection is used once.
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

/** The process id of the connection's server process, which the type declarations leave out. */
export function backendPid(client: pg.ClientBase): number | null {
  return 'processID' in client ? Number(client.processID) : null;
}

/** Closes the connection gracefully, and destroys its socket after a timeout. */
export async function closeClient(client: pg.Client): Promise<void> {
  const deadline = setTimeout(() => destroySocket(client), closeTimeoutMs);
  // It is closed either way.
  await client.end().catch(() => {});
  clearTimeout(deadline);
}

/** Without a goodbye to the other side, which does not read. */
function destroySocket(client: pg.ClientBase, error?: Error): void {
  if ('connection' in client) (client as pg.Client).connection.stream.destroy(error);
}
