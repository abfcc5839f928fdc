/** One PostgreSQL server for a whole run of the tests, or Citus cluster; each test file makes its own database on it. */

import type { TestProject } from 'vitest/node';
import { type CitusNodes, startCitus } from './citus.ts';
import { startPostgres, withClient } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server whose user may make databases. */
    postgresUrl: string;
    /** The nodes of the Citus cluster over which each of them is distributed, or null. */
    citusNodes: CitusNodes | null;
    /** The name of the migrated database that tests copy; the first that needs it makes it. */
    postgresTemplate: string;
  }
}

/** TEST_DATABASE_URL names a server that is there already; TEST_CITUS, a folder or empty, asks for a cluster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = process.env.TEST_CITUS;
  const cluster = folder === undefined ? null : await startCitus(folder);
  project.provide('citusNodes', cluster?.nodes ?? null);
  if (cluster !== null) {
    project.provide('postgresUrl', cluster.nodes[0]);
    return cluster.stop;
  }
  const template = `patchbay_template_${process.pid}`;
  project.provide('postgresTemplate', template);
  const named = process.env.TEST_DATABASE_URL;
  if (named !== undefined) {
    project.provide('postgresUrl', named);
    return () => dropTemplate(named, template);
  }
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.stop;
}

async function dropTemplate(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) return;
    await client.query(`alter database ${name} is_template false`);
    await client.query(`drop database ${name}`);
  });
}
