/** The tests that run on a Citus cluster (docs/decisions/090), and the cluster that they run on. */

import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What in a test says that it runs on PostgreSQL. */
const onPostgres =
  /describeOnEveryDatabase|databaseKinds|plainAndEncrypted|openRunningServer\('PostgreSQL'|openMultiServer\('PostgreSQL'|skipIf\(!isOnCitus/;

/** Those of them that are about one PostgreSQL, by their path, and why. */
const notThere = {
  'platform/database/copy-to-postgres': 'an empty server that is not distributed',
  'platform/database/grouped-writes': 'a server of its own',
  'platform/database/last-writes': 'a server of its own',
  'platform/database/migrations/': 'databases of earlier versions',
  'platform/database/schema/': 'the catalogue of one server, and native partitions',
  'server/pruning': 'native partitions',
  'email/pruning': 'native partitions',
  'server/idle-cost': 'the statistics of one server',
  'server/query-plans': 'the plans of one server',
  'executions/start-limit': 'measures fifty starts a hundred times',
};

/** Their paths. */
export function citusTests() {
  return globSync('src/server/**/*.test.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => onPostgres.test(readFileSync(file, 'utf8')))
    .filter((file) => !Object.keys(notThere).some((part) => file.includes(part)))
    .sort();
}

/** Those of turns, the live log, edits, email and the distribution itself: what runs before each merge. */
export const citusCore = [
  'email/every-operation',
  'email/sending/service',
  'executions/routes',
  'executions/store/turn-log',
  'executions/turn/exchanges',
  'flows/working-copy/routes',
  'live/routes',
  'messaging/webhook/messages',
  'platform/database/distribute',
  'platform/database/node-writes',
  'platform/jobs/queue',
].map((name) => `src/server/${name}.test.ts`);

/** The designer's core: draw, publish, run, watch. */
export const citusSpecs = ['draw-to-publish', 'first-flow', 'flow-lifecycle', 'watching'].map(
  (name) => `e2e/specs/${name}.spec.ts`,
);

/** Makes a distributed database on the cluster in the folder, in as many groups as one of an operator. Gives its URL. */
export async function addDatabase(folder, name) {
  const { createUndistributed, distributeOn, startCitus } = await import('#server/testing/citus.ts');
  const { nodes } = await startCitus(folder);
  await createUndistributed(nodes, name);
  return await distributeOn(nodes, name);
}

/** Starts a cluster in a folder of its own; null, and says so, where this machine has none. */
export function startCluster() {
  const script =
    process.env.TEST_CITUS_CLUSTER ?? fileURLToPath(new URL('../../shared/citus/cluster', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-citus-'));
  const stop = () => void spawnSync(script, ['down', folder], { stdio: 'ignore' });
  if (existsSync(script)) {
    const { status, stdout, stderr } = spawnSync(script, ['up', folder], { encoding: 'utf8' });
    if (status === 0 && stdout.startsWith('postgres://')) return { folder, stop };
    console.error(stderr);
    stop();
  }
  console.log(`SKIPPED test:citus: no cluster was started by ${script}`);
  console.log('0 passed, 0 failed');
  return null;
}
