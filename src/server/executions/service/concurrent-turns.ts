/** Bulk work on executions: each in a turn of its own, several at the same time. */

import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/** Executions of one account that bulk work deals with at the same time. */
const concurrentTurns = 10;

/**
 * Deals with each execution, `concurrentTurns` at a time; one that fails is logged and given to `recordFailure`.
 * @throws Refusal unavailable, so that the whole job is tried again when the database is back
 */
export async function inConcurrentTurns(
  ctx: ServiceContext,
  executions: readonly { sid: string }[],
  deal: (sid: string) => Promise<void>,
  recordFailure: (sid: string) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < executions.length; at += concurrentTurns) {
    const turns = executions.slice(at, at + concurrentTurns).map(async ({ sid }) => {
      try {
        await deal(sid);
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unavailable') throw error;
        ctx.log.error({ err: error, execution: sid }, 'An execution could not be ended or deleted');
        await recordFailure(sid);
      }
    });
    await Promise.all(turns);
  }
}
