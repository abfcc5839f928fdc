/** Priority of worker threads whose work can wait while the main thread serves requests. */

import { constants, platform, setPriority } from 'node:os';

/**
 * Called in a worker thread: on a machine with fewer cores than busy threads the main thread goes first. Linux has a priority
 * for each thread; elsewhere it would be that of the process, and nothing is changed.
 */
export function lowerThreadPriority(): void {
  if (platform() !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A sandbox may refuse the call. The thread then runs as any other.
  }
}
