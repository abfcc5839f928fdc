/** Dispatches the delivery queues of all event webhooks. Failing webhooks have a pool of their own (bulkhead), so that they do not delay the others. */

import type { JobTools } from '../../../platform/jobs/job-handler.ts';
import { type KeyedPoller, startKeyedPoller } from '../../../platform/jobs/keyed-poller.ts';
import { idleIntervalMs } from '../../../platform/poll-interval.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { findDueQueues, releaseQueueLeases } from '../store/queue.ts';
import { deliverEvents } from './deliver.ts';

export function startEventDelivery(ctx: ServiceContext, tools: JobTools): KeyedPoller {
  const { database, clock } = ctx;
  const released = database.dialect === 'sqlite' ? database.write(releaseQueueLeases) : Promise.resolve();
  const pollers = [false, true].map((failing) =>
    startKeyedPoller(ctx, {
      name: failing ? 'event webhooks that fail' : 'event webhooks',
      work: 'events',
      dueKeys: async (limit) => ({
        keys: await findDueQueues(database.read, { now: clock.now(), limit, failing }),
        delayMs: idleIntervalMs(database),
      }),
      process: (webhook, stopped) => deliverEvents(ctx, tools, webhook, stopped),
      prepare: () => released,
    }),
  );
  return {
    async stop() {
      await Promise.all(pollers.map((each) => each.stop()));
    },
  };
}
