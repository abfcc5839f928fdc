import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')(
  'lowers the priority of the thread that calls it, and of no other',
  async () => {
    const module = JSON.stringify(new URL('background-thread.ts', import.meta.url).href);
    const program = `
    import { getPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { lowerThreadPriority } from ${module};
    const before = getPriority();
    lowerThreadPriority();
    parentPort.postMessage([before, getPriority()]);`;
    const own = getPriority();
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
    const [[before, after]] = await once(thread, 'message');
    expect(before).toBe(own);
    expect(after).toBe(own + 10);
    expect(getPriority()).toBe(own);
  },
);
