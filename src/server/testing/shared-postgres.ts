/** One PostgreSQL server for a whole run of the tests, where this machine has one; each test file makes its own database on it. */

import type { TestProject } from 'vitest/node';
import { postgresBinFolder, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server whose user may make databases, or null. */
    postgresUrl: string | null;
  }
}

/** TEST_DATABASE_URL names a server that is there already. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.TEST_DATABASE_URL;
  const server = named === undefined && postgresBinFolder() !== null ? await startPostgres() : null;
  project.provide('postgresUrl', named ?? server?.url ?? null);
  return async () => server?.stop();
}
