/**
 * Preloaded before the server (`node --import`): sets what a process can no longer set once its program runs.
 *
 * - Node's compile cache for later starts and worker threads, so that no thread loads the type stripper. A cache folder that
 *   cannot be written is ignored by Node.
 * - The memory allocator of glibc, which reads its settings from the environment when the process begins, so the process
 *   begins again. The peak beside attackers is 50 MB lower with them (docs/guides/operations.md); other allocators ignore them.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

const isSet = Object.keys(allocator).some((name) => process.env[name] !== undefined);
// A channel to the process above does not outlast a new beginning.
if (isMainThread && process.platform === 'linux' && process.execve && !isSet && !process.channel) {
  const { execPath, execArgv, argv } = process;
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...process.env, ...allocator });
}

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/patchbay', import.meta.url)));
