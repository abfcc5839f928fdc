/** On which nodes of a Citus cluster the shards of a database are. */

import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Shards are moved seldom. */
const knownForMs = 10_000;

/** The coordinator gives it alone. */
export async function shardsByNode(db: Queries): Promise<{ node: string; shards: number[] }[]> {
  const { rows } = await sql<{ node: string; shards: number[] }>`
    select p.groupid::text as node, array_agg(s.shard) as shards
    from generate_series(0, 255) s (shard)
    join pg_dist_placement p
      on p.shardid = get_shard_id_for_distribution_column('executions', s.shard::smallint)
    group by p.groupid`.execute(db);
  return rows;
}

/** What was read of it lately, for those who may be wrong. */
export class ShardPlacement {
  readonly #db: Queries;
  #nodes: ReadonlyMap<number, string> = new Map();
  #known: AbortSignal | null = null;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** The node that has the shard, or had it until a moment ago; null while it is not known. */
  nodeOf(shard: number): string | null {
    if (this.#known === null || this.#known.aborted) void this.#read();
    return this.#nodes.get(shard) ?? null;
  }

  async #read(): Promise<void> {
    this.#known = AbortSignal.timeout(knownForMs);
    try {
      const nodes = await shardsByNode(this.#db);
      this.#nodes = new Map(nodes.flatMap(({ node, shards }) => shards.map((shard) => [shard, node])));
    } catch {
      // It is asked again later; what needs the coordinator reports by itself that it is not there.
    }
  }
}
