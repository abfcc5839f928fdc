/** The benchmark on a Citus cluster of its own, a coordinator with workers that keep on disk what they acknowledge. */

import { citusSettings } from '#server/platform/database/postgres.ts';
import {
  cloneDistributed,
  createUndistributed,
  distributeOn,
  dropOnEachNode,
  makeTemplate,
  startNodes,
} from '#server/testing/citus.ts';
import type { DatabaseServer } from './postgres-database.ts';
import { shareOf } from './processor-share.ts';

export type CitusPlan = {
  /** 0 for a coordinator that has all shards itself. */
  workers: number;
  /** To which nodes the callers of the baseline connect, in turns. */
  connect: 'coordinator' | 'workers';
  /** Percentage of a core that each worker may use while it is measured; all of it where undefined. */
  share: number | undefined;
  /** Whether the product writes at the nodes that have the shards, not through the coordinator. */
  direct: boolean;
};

/** Starts the nodes. @throws when this machine cannot */
export async function startCitus({ workers, connect, share, direct }: CitusPlan): Promise<DatabaseServer> {
  const citus = startNodes('', workers);
  // A process that is started from then on is held, too: all that serve connections.
  const shares =
    share === undefined
      ? []
      : Array.from({ length: workers }, (_, at) => shareOf(citus.processOf(at + 1), share));
  const [coordinator, ...others] = citus.nodes;
  return {
    name:
      workers === 0
        ? 'Citus, all shards on the coordinator'
        : `Citus, ${workers} worker(s), the bare statements by the ${connect}${direct ? ', the product by all nodes' : ''}`,
    isDistributed: true,
    // Each of its connections plans each statement for each group of shards once for the first time.
    warmUpSeconds: 20,
    maxProcesses: Math.max(2, workers),
    async create() {
      await createUndistributed(citus.nodes, 'seeded');
      return distributeOn(citus.nodes, 'seeded');
    },
    async copy(name) {
      await makeTemplate(citus.nodes, 'seeded');
      await cloneDistributed(citus.nodes, name, 'seeded');
      const databaseOn = (node: string) => new URL(`/${name}`, node);
      // With what the product sets for its connections.
      const bareOn = (node: string) => {
        const url = databaseOn(node);
        url.searchParams.set('options', citusSettings);
        return url.href;
      };
      const bare = connect === 'coordinator' ? [coordinator] : others;
      const environment = { DATABASE_NODES: direct ? 'direct' : 'coordinator' };
      return { url: databaseOn(coordinator).href, bare: bare.map(bareOn), environment };
    },
    drop: (name) => dropOnEachNode(citus.nodes, name),
    processorMs: () => 0,
    async atShare(work) {
      for (const each of shares) each.apply();
      try {
        return await work();
      } finally {
        for (const each of shares) each.lift();
      }
    },
    async stop() {
      await citus.stop();
      for (const each of shares) each.remove();
    },
  };
}
