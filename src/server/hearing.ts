/** What a process does with hints, its own and those of the other processes on the same database. */

import type { ServiceContext } from './platform/service-context.ts';
import { announce, announceAll, movedHint } from './runner/turnstile.ts';
import { missedHints } from './store/hints.ts';
import type { World } from './world.ts';

/** Something may be due: jobs, timers. */
const work = 'work';

/**
 * Wakes the worker of every process when something may be due, and whoever waits in this one for what moved in
 * another. Without a worker, `wake` does nothing.
 */
export function hearHints(world: World, wake: () => void): void {
  const { database }: ServiceContext = world.host;
  world.onWake(() => database.hint(work));
  database.onHint(({ channel, text }) => {
    if (channel === movedHint) announce([text]);
    if (channel === work) wake();
    if (channel !== missedHints) return;
    announceAll();
    wake();
  });
}
