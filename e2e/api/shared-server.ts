/** One server for a whole run of the API's tests; each test has an account of its own on it. */

import type { TestProject } from 'vitest/node';
import { type RunningServer, startServer } from '../server.ts';

/** What tests know of the server that another process has started. */
export type SharedServer = Pick<RunningServer, 'url' | 'account' | 'dataDir'>;

declare module 'vitest' {
  interface ProvidedContext {
    server: SharedServer;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, account, dataDir, stop } = await startServer();
  project.provide('server', { url, account, dataDir });
  return stop;
}
