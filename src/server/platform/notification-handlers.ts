/** What a process does with hints, its own and those of the other processes on the same database. */

import { announce, announceAll, movedHint } from './change-notifier.ts';
import { missedHints } from './database/notifications.ts';
import type { ServiceContext } from './service-context.ts';
import type { World } from './service-runtime.ts';

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
