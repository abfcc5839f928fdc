/** On Citus: writes share a commit by the node that has their shards, so that each is committed on one node. */

import { type CitusNode, type ConnectedNodes, coordinatorNode } from './citus-nodes.ts';
import { beginWithXid, didCommit, OutcomeUnknown, type UnconfirmedCommit } from './commit-recovery.ts';
import type { Sharing, TransactionWork } from './database.ts';
import {
  type GroupedWrite,
  GroupedWrites,
  GroupRolledBack,
  type GroupRunner,
  type WriteOutcome,
} from './grouped-writes.ts';
import { transactTogether } from './postgres-transaction.ts';
import type { SilentNodes } from './reachable-nodes.ts';
import { isUnavailable, retryWhileUnavailable, unavailable } from './retry-while-unavailable.ts';
import type { ShardPlacement } from './shard-placement.ts';

/** Of a group all writes are of shards that one node has, as far as is known. */
export type NodeGroupRunner = Pick<GroupRunner, 'alone'> & {
  together(group: readonly GroupedWrite[], node: CitusNode): Promise<readonly WriteOutcome[]>;
};

/** The groups of each node by themselves; a write by itself whose node is not known. */
export class WritesByNode {
  readonly #runner: NodeGroupRunner;
  readonly #placement: ShardPlacement;
  readonly #nodes = new Map<string, GroupedWrites>();

  constructor(runner: NodeGroupRunner, placement: ShardPlacement, silent: SilentNodes) {
    this.#runner = { ...runner, together: untilReachable(runner.together, silent) };
    this.#placement = placement;
  }

  write<T>(work: TransactionWork<T>, sharing: Sharing): Promise<T> {
    const node = this.#placement.nodeOf(sharing.shard);
    return node === null ? this.#runner.alone(work) : this.#groupsOf(node).write(work, sharing);
  }

  #groupsOf(place: CitusNode): GroupedWrites {
    const address = `${place.node} ${place.host} ${place.port}`;
    const { alone, together } = this.#runner;
    const groups =
      this.#nodes.get(address) ?? new GroupedWrites({ alone, together: (group) => together(group, place) });
    this.#nodes.set(address, groups);
    return groups;
  }

  /** How many writes wait for a group. */
  get waiting(): number {
    return [...this.#nodes.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Resolves when all writes of groups have ended. */
  async untilIdle(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map((each) => each.untilIdle()));
  }
}

/**
 * Repeats a group as a whole while its node does not answer. Each of its writes by itself would wait on a connection of its own, and
 * those of other nodes for a free one.
 */
function untilReachable(
  together: NodeGroupRunner['together'],
  silent: SilentNodes,
): NodeGroupRunner['together'] {
  const attempt = async (group: readonly GroupedWrite[], node: CitusNode) => {
    if (silent.isStopped(node)) throw unavailable('The database does not respond', null);
    try {
      return await together(group, node);
    } catch (error) {
      if (!(error instanceof GroupRolledBack)) throw error;
      throw silent.note(node, error.cause) || isUnavailable(error.cause) ? error.cause : error;
    }
  };
  return (group, node) => retryWhileUnavailable(() => attempt(group, node));
}

/**
 * Runs groups at the node that has their shards, and where that does not answer by `byCoordinator`, for a while. A shard that was moved a
 * moment ago is written by the node that had it, at the one that has it.
 */
export function togetherAtNodes(
  connected: ConnectedNodes,
  byCoordinator: GroupRunner['together'],
): NodeGroupRunner['together'] {
  return async (group, node) => {
    if (node.node === coordinatorNode || connected.paused.has(node)) return await byCoordinator(group);
    const { pool } = connected.connectionsTo(node);
    const didCommitThere = (commit: UnconfirmedCommit) => didCommit(pool, commit);
    try {
      return await transactTogether(pool, { begin: beginWithXid, didCommit: didCommitThere }, group);
    } catch (error) {
      if (error instanceof OutcomeUnknown || (error instanceof GroupRolledBack && isUnavailable(error.cause)))
        connected.paused.add(node);
      throw error;
    }
  };
}
