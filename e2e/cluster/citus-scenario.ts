/**
 * Citus scenario: processes, workers and the coordinator of a cluster are killed while executions run, then a worker is added and
 * given its part of the shards; afterwards executions, steps and effects are counted as in the kill scenario.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Citus, distributeOn, startNodes } from '#server/testing/citus.ts';
import { type Counts, type KillScenario, runKills } from './kill-scenario.ts';

export type CitusPlan = {
  executions: number;
  ports: readonly number[];
  dataFolder: string;
  kills: { processes: number; worker: number; coordinator: number };
  /** To which nodes the processes connect. */
  nodes: 'coordinator' | 'direct';
  /** In how many groups the shards are; as many as an operator has, where it is not given. */
  groups?: number;
};

/** How long a node is gone, and how long all are there until the next one is killed. */
const downtimeMs = 3_000;
const calmMs = 4_000;
const killEveryMs = 3_000;
/** About eight messages a second: a transaction over several nodes costs more, and here they share the cores. */
const pauseMs = 2_000;
const workers = 2;

/** Returns the counts of the kill scenario, and those of the nodes. */
export async function runOnCitus({ kills, ...plan }: CitusPlan): Promise<Counts> {
  const citus = startNodes();
  try {
    const url = await distributeOn(citus.nodes, undefined, plan.groups);
    const nodes = {
      'kills of a worker': 0,
      'kills of the coordinator': 0,
      'groups of shards on the added worker': 0,
    };
    const scenario: KillScenario = {
      ...{ executions: plan.executions, ports: plan.ports, killEveryMs, kills: kills.processes, pauseMs },
      environment: { DATABASE_URL: url, DATA_DIR: plan.dataFolder, DATABASE_NODES: plan.nodes },
      async disrupt() {
        for (; nodes['kills of a worker'] < kills.worker; nodes['kills of a worker'] += 1)
          await killNode(citus, 1 + (nodes['kills of a worker'] % workers));
        for (; nodes['kills of the coordinator'] < kills.coordinator; nodes['kills of the coordinator'] += 1)
          await killNode(citus, 0);
        await citus.add();
        nodes['groups of shards on the added worker'] = await rebalance(url);
      },
    };
    return { ...(await runKills(scenario)), ...nodes };
  } finally {
    await citus.stop();
  }
}

async function killNode(citus: Citus, node: number): Promise<void> {
  await citus.kill(node);
  await sleep(downtimeMs);
  await citus.boot(node);
  await sleep(calmMs);
}

/** Moves shards to the newest worker beside reads and writes; gives how many groups of them it has afterwards. */
async function rebalance(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select citus_rebalance_start()');
    await client.query('select citus_rebalance_wait()');
    const { rows } = await client.query<{ groups: string }>(`
      select count(*) as groups from pg_dist_placement p join pg_dist_shard s using (shardid)
      where s.logicalrelid = 'executions'::regclass and p.groupid = (select max(groupid) from pg_dist_node)`);
    return Number(rows[0]?.groups);
  } finally {
    await client.end();
  }
}
