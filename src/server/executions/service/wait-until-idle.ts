/** Waits until an execution has no request to another system under way, so that its answer can be given. */

import { hasPendingJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { actingExecution } from '../store/executions.ts';

/** Carriers give up on an answer after 15 s; a request may take 10. */
const maxPolls = 12;
/** How often to look at the row in case another process moves it. */
const pollIntervalMs = 1_000;

/**
 * Resolves once nothing that comes by itself within seconds is missing: the execution, or the subflow that
 * runs for it, waits for somebody or has ended. Resolves with false when patience ran out first.
 */
export async function waitUntilIdle(ctx: ServiceContext, execution: string): Promise<boolean> {
  for (let looks = 0; looks < maxPolls; looks += 1) {
    const subscription = ctx.changes.subscribe(execution);
    try {
      const acting = await actingExecution(ctx.database.read, execution);
      if (acting?.waiting !== 'effect' || !(await hasPendingJob(ctx.database.read, acting.sid))) return true;
      await subscription.changed(pollIntervalMs);
    } finally {
      subscription.close();
    }
  }
  return false;
}
