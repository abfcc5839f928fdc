/** The integrity check of the embedded file, in a worker thread of its own. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../checkout.ts';
import type { IntegrityReply, IntegrityThreadData } from './integrity-thread.ts';

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/** What is wrong with the file, null when nothing was found or `signal` aborted. @throws when the thread cannot run */
export async function checkIntegrity(file: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null;
  const workerData: IntegrityThreadData = { file };
  const thread = new Worker(threadProgram('integrity-thread', import.meta.url), {
    workerData,
    resourceLimits,
  });
  thread.unref();
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const replied = once(thread, 'message').then(([reply]) => (reply as IntegrityReply).problem);
    return await Promise.race([replied, once(thread, 'exit').then(() => null)]);
  } finally {
    signal.removeEventListener('abort', end);
    await thread.terminate();
  }
}
