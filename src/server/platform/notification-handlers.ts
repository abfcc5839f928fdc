/** Publishes changes to all processes on the same database, and handles their notifications. */

import { changesChannel } from './change-notifier.ts';
import { missedNotifications } from './database/notifications.ts';
import type { ServiceContext } from './service-context.ts';
import type { ServiceRuntime } from './service-runtime.ts';

/** Jobs or timers may be due. */
const workChannel = 'work';

/** Notifies subscribers to these SIDs, in this process and in all others. Call it after the commit. */
export function publishChanges({ changes, database }: ServiceContext, sids: ReadonlySet<string>): void {
  changes.notify(sids);
  for (const sid of sids) database.notify(changesChannel, sid);
}

/**
 * Wakes the workers of every process when work may be due, and this one's subscribers when rows change in another
 * process. `wake` wakes the workers of this process. Returns a function that ends it.
 */
export function handleNotifications(runtime: ServiceRuntime, wake: () => void): () => void {
  const { changes, database } = runtime.ctx;
  runtime.onWake(() => database.notify(workChannel));
  return database.onNotification(({ channel, text }) => {
    if (channel === changesChannel) changes.notify([text]);
    if (channel === workChannel) wake();
    if (channel !== missedNotifications) return;
    changes.notifyAll();
    wake();
  });
}
