/**
 * Configuration of the browser tests: one server per worker, one worker more than there are cores, because a spec waits a
 * third of its time. `bin/test.mjs` repeats a file that failed.
 */

import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './browser.ts';

const launchOptions = await findBrowser().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

export default defineConfig({
  testDir: 'specs',
  globalSetup: './synthesizer.ts',
  outputDir: '../test-results/browser',
  workers: availableParallelism() + 1,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 240_000,
  // A test waits, it does not measure: a page may be slow on a busy machine.
  expect: { timeout: 20_000 },
  // First what waits for most of its time, as its server is its own: at the end nobody else would have anything to do.
  projects: [
    { name: 'alerts', testMatch: '**/alerts.spec.ts' },
    { name: 'others', testIgnore: '**/alerts.spec.ts' },
  ],
  // `bin/test.mjs` names the JSON report's file.
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [] : [['json'] as const])],
  use: {
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...launchOptions,
      // Of a server in a network, whose pages are not secure (keyboards-and-plain-http.spec.ts).
      args: [...launchOptions.args, '--host-resolver-rules=MAP patchbay.test 127.0.0.1'],
    },
    // The page moves nothing, so that colours and places are what they will be; motion.spec.ts is about the motion.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Recording every test costs a third of a core; `npx playwright test --trace on NAME` records one.
    trace: 'off',
  },
});
