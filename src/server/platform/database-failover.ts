/** What a server does when the database comes back, as it may be another one: a standby that was promoted meanwhile. */

import { continueLogNumbers } from './database/continue-log-numbers.ts';
import { missedNotifications } from './database/notifications.ts';
import type { ServiceContext } from './service-context.ts';

/**
 * Looks after each lost connection whether the numbers of the turn log go on: a standby may lack the last transactions,
 * and would give their numbers once more. Returns a function that ends it.
 */
export function handleFailover({ database, clock, log }: ServiceContext): () => void {
  return database.onNotification(({ channel }) => {
    if (channel !== missedNotifications) return;
    continueLogNumbers(database, clock.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'The numbers of the turn log could not be checked; the next start does it');
    });
  });
}
