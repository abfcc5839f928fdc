/** Waits until an execution has no job in progress, so that its webhook request can be answered with the result. */

import { hasPendingJob } from '../../platform/jobs/queue.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findActingExecution } from '../store/executions.ts';

/** Carriers time out after 15 s, and a flow's HTTP request after 10 s. */
const defaultTimeoutMs = 12_000;
/** How often to read the row in case a notification of another process was lost. */
const pollIntervalMs = 1_000;

/**
 * Resolves once no job of the execution, or of the subflow that acts for it, is pending: it waits for a person, or has
 * ended. Resolves with false after about `timeoutMs`.
 */
export async function waitUntilIdle(
  ctx: ServiceContext,
  execution: string,
  timeoutMs = defaultTimeoutMs,
): Promise<boolean> {
  for (let polls = 0; polls < timeoutMs / pollIntervalMs; polls += 1) {
    const subscription = ctx.changes.subscribe(execution);
    try {
      const acting = await findActingExecution(ctx.database.read, execution);
      if (acting?.waiting !== 'effect' || !(await hasPendingJob(ctx.database.read, acting.sid))) return true;
      await subscription.changed(pollIntervalMs);
    } finally {
      subscription.close();
    }
  }
  return false;
}
