/**
 * Loaded before the server (`node --import`): what was compiled is kept for the next start and for the other threads,
 * so that none of them holds what takes the types out. A folder that cannot be written to is no trouble.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/patchbay', import.meta.url)));
