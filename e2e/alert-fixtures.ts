/** The fixtures of `fixtures.ts` on a server of their own, for a setting: it evaluates the rules of alerts every second. */

import { test as onServer } from './fixtures.ts';
import { startServer } from './server.ts';

export const test = onServer.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: fixtures declare their dependencies by destructuring
    async ({}, use) => {
      const server = await startServer({ env: { ALERT_INTERVAL: '1' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect } from './fixtures.ts';
