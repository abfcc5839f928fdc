/** What tests start as processes. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The server as `npm run dev` starts it. */
export const serverSources = join(root, 'src', 'server', 'main.ts');

/** The server as `npm start` starts it: `npm test` names the build, which is up to date then. Otherwise the sources. */
export const serverProgram = process.env.TEST_SERVER_PROGRAM ?? serverSources;

/** For NODE_COMPILE_CACHE: where `npm start` has Node keep what it has compiled. */
export const compileCacheFolder = join(root, 'node_modules', '.cache', 'patchbay');
