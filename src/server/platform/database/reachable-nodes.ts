/** What looks into all shards of a Citus cluster goes on without the nodes that do not answer. */

import type { Queries, ReadAcrossShards } from './database.ts';
import { isNodeLost } from './retry-while-unavailable.ts';
import { shardsByNode } from './shard-placement.ts';

/** How long a node that did not answer is not asked again. */
const pauseMs = 2_000;

/** Reads by `db`, which reports a node that is lost at once. */
export function readReachable(db: Queries): ReadAcrossShards {
  const silent = new Map<string, AbortSignal>();
  const isSilent = (node: string) => silent.get(node)?.aborted === false;
  return async (read) => {
    if (![...silent.keys()].some(isSilent)) {
      silent.clear();
      try {
        return [...(await read(db, null))];
      } catch (error) {
        if (!isNodeLost(error)) throw error;
      }
    }
    const nodes = (await shardsByNode(db)).filter(({ node }) => !isSilent(node));
    const found = await Promise.all(
      nodes.map(async ({ node, shards }) => {
        try {
          return await read(db, shards);
        } catch (error) {
          if (!isNodeLost(error)) throw error;
          silent.set(node, AbortSignal.timeout(pauseMs));
          return [];
        }
      }),
    );
    return found.flat();
  };
}
