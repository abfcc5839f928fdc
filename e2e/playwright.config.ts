/** Configuration of the browser tests: one server per worker, one worker per core, no retries. */

import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './browser.ts';

const launchOptions = await findBrowser();

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/browser',
  workers: availableParallelism(),
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 240_000,
  // A page may be slow to update on a busy machine.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    launchOptions,
    screenshot: 'only-on-failure',
    // Recording every test costs a third of a core; `npx playwright test --trace on NAME` records one.
    trace: 'off',
  },
});
