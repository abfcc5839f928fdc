/** What looks into all shards of a Citus cluster goes on without the nodes that do not answer. */

import type { Queries, ReadAcrossShards } from './database.ts';
import { isNodeLost, isStatementTimeout } from './retry-while-unavailable.ts';
import { shardsByNode } from './shard-placement.ts';

/** How long a node that was lost is not asked again. */
const pauseMs = 2_000;
/** One that kept a statement for as long as it may take would do so again. */
const longPauseMs = 30_000;

const isSilence = (error: unknown) => isNodeLost(error) || isStatementTimeout(error);

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
        if (!isSilence(error)) throw error;
      }
    }
    const nodes = (await shardsByNode(db)).filter(({ node }) => !isSilent(node));
    const found = await Promise.all(
      nodes.map(async ({ node, shards }) => {
        try {
          return await read(db, shards);
        } catch (error) {
          if (!isSilence(error)) throw error;
          silent.set(node, AbortSignal.timeout(isNodeLost(error) ? pauseMs : longPauseMs));
          return [];
        }
      }),
    );
    return found.flat();
  };
}
