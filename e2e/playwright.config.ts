/** How the browser tests run: real servers, two at a time, no second tries. */

import { defineConfig } from 'playwright/test';
import { findBrowser } from './browser.ts';

const launchOptions = await findBrowser();

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results/browser',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  // On a machine that does much else a page may take a while to show what it was told.
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
