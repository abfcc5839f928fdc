/** One PostgreSQL server for a whole run of the tests, or Citus cluster; each test file makes its own database on it. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type CitusNodes, startCitus } from './citus.ts';
import { startPostgres, withClient } from './postgres.ts';
import { initialDataVariable, initializePostgres } from './postgres-programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server whose user may make databases. */
    postgresUrl: string;
    /** The nodes of the Citus cluster over which each of them is distributed, or null. */
    citusNodes: CitusNodes | null;
    /** The name of the migrated database that tests copy; the first that needs it makes it. */
    postgresTemplate: string;
    /** The folder with the data of a migrated server that others are copied from; the first that needs it makes it. */
    migratedPostgresFolder: string;
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
  const initial = mkdtempSync(join(tmpdir(), 'patchbay-initial-'));
  process.env[initialDataVariable] = initializePostgres(initial);
  const migrated = join(initial, 'migrated');
  mkdirSync(migrated);
  project.provide('migratedPostgresFolder', migrated);
  const named = process.env.TEST_DATABASE_URL;
  const server = named === undefined ? await startPostgres() : null;
  project.provide('postgresUrl', named ?? server?.url ?? '');
  return async () => {
    if (named !== undefined) await dropTemplate(named, template);
    await server?.stop();
    rmSync(initial, { recursive: true, force: true });
  };
}

async function dropTemplate(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) return;
    await client.query(`alter database ${name} is_template false`);
    await client.query(`drop database ${name}`);
  });
}
