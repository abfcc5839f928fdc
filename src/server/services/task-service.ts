/** Service functions of tasks: work that flows give to people. */

import { taskResult } from '#engine/results/service-result.ts';
import { lockExecution } from '../executions/service/lookup.ts';
import { takeTurn } from '../executions/service/turn.ts';
import { inTurnTransaction } from '../executions/service/turn-transaction.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { TaskRow } from '../platform/database/schema/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { completeTask as completeRow, findTask, listTasks as listRows } from './task-store.ts';

export type { TaskRow };

/** Newest first; positions are SIDs. */
export function listTasks(
  ctx: ServiceContext,
  caller: Caller,
  filter: { status?: TaskRow['status'] | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<TaskRow>> {
  return listRows(ctx.database.replica, { account: caller.account, ...filter }, request);
}

/** @throws Refusal when the caller has no such task */
export async function fetchTask(ctx: ServiceContext, caller: Caller, sid: string): Promise<TaskRow> {
  const row = await findTask(ctx.database.replica, caller.account, sid);
  if (row === undefined) throw notFound();
  return row;
}

/**
 * Completes a task; one that is completed or canceled stays as it is. An execution that waits for it (a caller on the
 * line) goes on.
 * @throws Refusal when the caller has no such task
 */
export function completeTask(ctx: ServiceContext, caller: Caller, sid: string): Promise<TaskRow> {
  return inTurnTransaction(ctx, async (turn) => {
    const found = await findTask(turn.tx, caller.account, sid);
    if (found === undefined) throw notFound();
    const execution = await lockExecution(turn, found.execution);
    const task = await completeRow(turn.tx, { account: caller.account, sid }, turn.now);
    if (task === undefined) return (await findTask(turn.tx, caller.account, sid)) ?? found;
    if (execution !== undefined) {
      await takeTurn(turn, execution, {
        kind: 'result',
        effect: task.effect,
        result: taskResult(sid, false),
      });
    }
    return task;
  });
}
