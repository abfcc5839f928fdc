/**
 * Upgrade scenario: under load, processes of this version become the next one by one, and this version again, as a rolling
 * upgrade and its way back do. After each change another process is killed. What the next version wrote is counted at the end.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../../bin/fingerprint.mjs';
import { ServerProcess, type ServerVersion, thisVersion } from '../kill/server-process.ts';
import { type Counts, type KillScenario, restart, runKills } from './kill-scenario.ts';
import { environmentOf } from './test-environment.ts';

export type UpgradePlan = Pick<KillScenario, 'executions' | 'ports' | 'environment'> & {
  /** How often all processes become the next version and go back. */
  rounds: number;
  /** How long versions stay side by side after each change. */
  mixedMs: number;
};

const nextVersion: ServerVersion = {
  program: join(root, 'src/server/main.ts'),
  flags: ['--import', join(import.meta.dirname, 'next-version.ts')],
};

/** Returns the counts, and how many kills there have to be. */
export async function runUpgrade(plan: UpgradePlan, url: string): Promise<{ counts: Counts; kills: number }> {
  let kills = 0;
  let marksBefore = 0;
  const counts = await runKills({
    ...{ executions: plan.executions, ports: plan.ports, environment: plan.environment },
    ...{ killEveryMs: 0, kills: 0 },
    async disrupt(servers) {
      for (let round = 0; round < plan.rounds; round += 1) {
        kills += await changeVersions(servers, nextVersion, plan.mixedMs);
        marksBefore = await countOf(url, 'select count(*) as found from marks');
        kills += await changeVersions(servers, thisVersion, plan.mixedMs);
      }
    },
  });
  const marks = await countOf(url, 'select count(*) as found from marks');
  return {
    kills: 2 * plan.rounds * plan.ports.length,
    counts: {
      ...counts,
      'kills between versions': kills,
      'marks of the next version': marks,
      'marks lost on the way back': Math.max(0, marksBefore - marks),
      'executions with half of a mark': await countOf(
        url,
        `select count(*) as found from executions e full join marks m on m.execution = e.sid
          where (e.mark = 'next') is distinct from (m.execution is not null)`,
      ),
      'migrations applied by the next version': await countOf(
        url,
        `select count(*) as found from migrations where name like '90%-next-version'`,
      ),
      'the next version starts again': await startsAgain(plan),
    },
  };
}

/** One process after the other, as a supervisor does it; then its neighbour is killed, and starts as the version that it had. */
async function changeVersions(
  servers: readonly ServerProcess[],
  version: ServerVersion,
  mixedMs: number,
): Promise<number> {
  for (const [index, server] of servers.entries()) {
    await server.stop();
    server.version = version;
    await server.start();
    await sleep(mixedMs);
    const other = servers[(index + 1) % servers.length];
    if (other === undefined) continue;
    await other.kill();
    await restart(other);
  }
  return servers.length;
}

async function startsAgain({ ports: [port = 0], environment }: UpgradePlan): Promise<number> {
  const server = new ServerProcess(environmentOf(port, environment));
  server.version = nextVersion;
  try {
    await server.start();
    return 1;
  } finally {
    await server.kill();
  }
}

async function countOf(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: string }>(query);
    return Number(rows[0]?.found);
  } finally {
    await client.end();
  }
}
