/** How `npm start` starts the server, for other programs that start it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root, serverSources, serverStamp, stampIs } from './fingerprint.mjs';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The Node flags. */
export const startFlags: readonly string[] = scripts.start
  .split(' ')
  .slice(1, -1)
  .map((flag: string) => (flag.startsWith('./') ? join(root, flag) : flag));

/** The path of the built server while it is up to date, otherwise of its sources. */
export const serverProgram: string = join(
  root,
  stampIs(serverStamp, fingerprint(serverSources)) ? 'dist/server/main.mjs' : 'src/server/main.ts',
);
