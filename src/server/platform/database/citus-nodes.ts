/** The nodes of a Citus cluster, as its coordinator lists them, and this process's connections to each. */

import { Kysely, sql } from 'kysely';
import type { Queries } from './database.ts';
import { dialectFor, type Pool, pooledConnection } from './postgres-connection.ts';
import { hasTimedOut } from './retry-while-unavailable.ts';
import type { Tables } from './schema/tables.ts';

/** `node` is the number of its group; 0 is the coordinator. */
export type CitusNode = { node: string; host: string; port: number };

/** What a process connects to one node by: `read` repeats what the node does not answer. */
export type NodeConnections = { pool: Pool; read: Queries };

/** The node number of the coordinator. */
export const coordinatorNode = '0';

/** How long a node that did not answer is left alone. */
export const pauseMs = 2_000;

/** The nodes that are left alone for a while. */
export class PausedNodes {
  readonly #paused = new Map<string, AbortSignal>();

  add({ node }: CitusNode): void {
    this.#paused.set(node, AbortSignal.timeout(pauseMs));
  }

  has({ node }: CitusNode): boolean {
    return this.#paused.get(node)?.aborted === false;
  }

  isEmpty(): boolean {
    return [...this.#paused.values()].every(({ aborted }) => aborted);
  }
}

/** The coordinator gives it alone. */
export async function listNodes(coordinator: Queries): Promise<CitusNode[]> {
  const { rows } = await sql<CitusNode>`
    select groupid::text as node, nodename as host, nodeport as port from pg_dist_node
    where noderole = 'primary' and isactive`.execute(coordinator);
  return rows;
}

/** Whether the coordinator can connect to it: Citus tries for half a minute, unless it is told otherwise. */
export async function answersCoordinator(
  coordinator: Queries,
  { host, port }: Pick<CitusNode, 'host' | 'port'>,
): Promise<boolean> {
  try {
    const { rows } = await sql<{ answers: boolean }>`
      select citus_check_connection_to_node(${host}, ${port}::int) as answers`.execute(coordinator);
    return rows[0]?.answers === true;
  } catch (error) {
    if (hasTimedOut(error)) return false;
    throw error;
  }
}

/** The address of the database on a node: the one of the coordinator with another host and port. */
export function urlOnNode(url: string, { host, port }: CitusNode): string {
  const onNode = new URL(url);
  onNode.hostname = host.includes(':') ? `[${host}]` : host;
  onNode.port = String(port);
  // In the query they have precedence.
  for (const name of ['host', 'port']) onNode.searchParams.delete(name);
  return onNode.href;
}

/** Opens connections to a node when they are asked for first, and others once it is at another address. */
export class ConnectedNodes {
  readonly #coordinator: NodeConnections;
  readonly #open: (node: CitusNode) => Pool;
  readonly #nodes = new Map<string, NodeConnections & { address: string }>();
  /** The coordinator writes for them: it knows where a standby is, and waits for their return. */
  readonly paused = new PausedNodes();

  constructor(coordinator: NodeConnections, open: (node: CitusNode) => Pool) {
    this.#coordinator = coordinator;
    this.#open = open;
  }

  /** The coordinator is asked by the connections that there are, at whatever address. */
  connectionsTo(place: CitusNode): NodeConnections {
    if (place.node === coordinatorNode) return this.#coordinator;
    const address = `${place.host} ${place.port}`;
    const known = this.#nodes.get(place.node);
    if (known?.address === address) return known;
    void known?.pool.end();
    const pool = this.#open(place);
    const read = new Kysely<Tables>({ dialect: dialectFor(pooledConnection(pool), true) });
    const opened = { address, pool, read };
    this.#nodes.set(place.node, opened);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map(({ pool }) => pool.end()));
  }
}
