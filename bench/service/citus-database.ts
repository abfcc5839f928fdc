/** The benchmark on a Citus cluster of its own, a coordinator with workers that keep on disk what they acknowledge. */

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
  workers: number;
  /** To which nodes the callers of the baseline connect, in turns; the product does to the coordinator. */
  connect: 'coordinator' | 'workers';
  /** Percentage of a core that each node may use while it is measured, the coordinator too; all of it where undefined. */
  share: number | undefined;
};

/** Starts the nodes. @throws when this machine cannot */
export async function startCitus({ workers, connect, share }: CitusPlan): Promise<DatabaseServer> {
  const citus = startNodes('', workers);
  const all = Array.from({ length: workers + 1 }, (_, node) => node);
  // A process that is started from then on is held, too: all that serve connections.
  const shares = share === undefined ? [] : all.map((node) => shareOf(citus.processOf(node), share));
  const [coordinator, ...others] = citus.nodes;
  return {
    name: `Citus, ${workers} worker(s), the bare statements by the ${connect}`,
    isDistributed: true,
    maxProcesses: Math.max(2, workers),
    async create() {
      await createUndistributed(citus.nodes, 'seeded');
      return distributeOn(citus.nodes, 'seeded');
    },
    async copy(name) {
      await makeTemplate(citus.nodes, 'seeded');
      await cloneDistributed(citus.nodes, name, 'seeded');
      const databaseOn = (node: string) => new URL(`/${name}`, node).href;
      const bare = connect === 'coordinator' ? [coordinator] : others;
      return { url: databaseOn(coordinator), bare: bare.map(databaseOn) };
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
