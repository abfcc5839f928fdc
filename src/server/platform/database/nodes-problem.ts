/** What keeps a process from serving where the turns of a Citus cluster are numbered by the clocks of its nodes. */

import { answersCoordinator, type CitusNode, coordinatorNode, listNodes, urlOnNode } from './citus-nodes.ts';
import { isNumberedByClocks } from './continue-log-numbers.ts';
import type { Queries } from './database.ts';
import { probePostgres } from './postgres.ts';
import { isConnectionLost } from './retry-while-unavailable.ts';

/** By more than that live streams would wait for what the others have written. */
const maxClockDifferenceMs = 10_000;

/**
 * The end of a sentence; null where the process can serve, and where turns are numbered by the coordinator alone. `url` leads to the
 * coordinator.
 */
export async function problemOfNodes(coordinator: Queries, url: string): Promise<string | null> {
  if (!(await isNumberedByClocks(coordinator))) return null;
  const nodes = await listNodes(coordinator);
  const seen = await Promise.all(nodes.map((node) => lookAt(coordinator, node, url)));
  const problem = seen.find((each) => typeof each === 'string');
  if (problem !== undefined) return problem;
  const clocks = seen.filter((each) => typeof each === 'number');
  const difference = Math.max(...clocks) - Math.min(...clocks);
  if (difference <= maxClockDifferenceMs) return null;
  return `the clocks of its nodes differ by ${Math.round(difference / 1_000)} seconds; set them by a time server`;
}

/** Its time in epoch milliseconds, or what is wrong with it; null of one that is down, without which a process can begin to serve. */
async function lookAt(coordinator: Queries, node: CitusNode, url: string): Promise<number | string | null> {
  const { host, port } = node;
  const name = `${host}:${port}`;
  try {
    const { now, isDistributed } = await probePostgres(
      node.node === coordinatorNode ? url : urlOnNode(url, node),
    );
    if (isDistributed) return now;
    return `node ${name} of the cluster does not know its tables; run "select start_metadata_sync_to_node('${host}', ${port})" on the coordinator`;
  } catch (error) {
    if (isConnectionLost(error) && !(await answersCoordinator(coordinator, node))) return null;
    const text = error instanceof Error ? error.message : String(error);
    const why = text || (error instanceof Error && 'code' in error ? String(error.code) : '');
    return `node ${name} of the cluster cannot be used (${why}), and since a process was started with DATABASE_NODES=direct each connects to all nodes`;
  }
}
