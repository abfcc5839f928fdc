/** Starts Patchbay: `node src/server/main.ts`. Settings come from the environment. */

import { announcementLines } from './announcement.ts';
import { environmentConfig } from './platform/config.ts';
import { serve } from './serve.ts';

await serve(environmentConfig, (running, { dataDir }) => {
  const output = { isTerminal: process.stdout.isTTY === true, dataDir };
  process.stdout.write(`${announcementLines(running, output).join('\n')}\n`);
});
