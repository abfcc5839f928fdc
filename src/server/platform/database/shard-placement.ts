/** On which nodes of a Citus cluster the shards of a database are. */

import { sql } from 'kysely';
import type { CitusNode } from './citus-nodes.ts';
import type { Queries } from './database.ts';

/** Shards are moved seldom. */
const knownForMs = 10_000;

export type NodeShards = CitusNode & { shards: number[] };

/** The coordinator gives it alone. */
export async function shardsByNode(db: Queries): Promise<NodeShards[]> {
  const { rows } = await sql<NodeShards>`
    select n.groupid::text as node, n.nodename as host, n.nodeport as port, array_agg(s.shard) as shards
    from generate_series(0, 255) s (shard)
    join pg_dist_placement p
      on p.shardid = get_shard_id_for_distribution_column('executions', s.shard::smallint)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    group by n.groupid, n.nodename, n.nodeport`.execute(db);
  return rows;
}

/** What was read of it lately, for those who may be wrong. */
export class ShardPlacement {
  readonly #db: Queries;
  #nodes: ReadonlyMap<number, CitusNode> = new Map();
  #known: AbortSignal | null = null;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** The node that has the shard, or had it until a moment ago; null while it is not known. */
  nodeOf(shard: number): CitusNode | null {
    if (this.#known === null || this.#known.aborted) void this.#read();
    return this.#nodes.get(shard) ?? null;
  }

  async #read(): Promise<void> {
    this.#known = AbortSignal.timeout(knownForMs);
    try {
      const nodes = await shardsByNode(this.#db);
      this.#nodes = new Map(nodes.flatMap(({ shards, ...node }) => shards.map((shard) => [shard, node])));
    } catch {
      // It is asked again later; what needs the coordinator reports by itself that it is not there.
    }
  }
}
