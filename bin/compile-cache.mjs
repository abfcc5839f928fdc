/**
 * Preloaded before the server (`node --import`): enables Node's compile cache for later starts and worker threads, so
 * that no thread loads the type stripper. A cache folder that cannot be written is ignored by Node.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/patchbay', import.meta.url)));
