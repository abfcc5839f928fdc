/** Executes `create-task`: at the account's own endpoint where one is configured, otherwise as a row of ours. */

import { taskResult } from '#engine/results/service-result.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
  type EffectKey,
} from '../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../executions/service/turn-transaction.ts';
import { enqueueEndpointRequest } from './endpoint-command.ts';
import { cancelTask as cancelRow, insertTask } from './task-store.ts';

export const createTaskHandler: CommandHandler<'create-task'> = {
  execute: createTask,
  cancel: cancelTask,
};

export const cancelTaskHandler: CommandHandler<'cancel-task'> = {
  async execute(turn, { row }, { task }) {
    await cancelTask(turn, { account: row.account, execution: row.sid, effect: task });
    return deferred;
  },
};

/**
 * Without a live call the result is the task; a caller who is handed over stays on the line until a person has
 * completed it. An endpoint of the account takes the task, not the call.
 */
async function createTask(
  turn: TurnTransaction,
  issuer: CommandIssuer,
  command: CommandOf<'create-task'>,
): Promise<CommandOutcome> {
  const { row, execution } = issuer;
  const { effect, workflow, channel, attributes, priority, timeout_s, hands_over } = command;
  const request = { workflow, channel, attributes, priority, timeout: timeout_s, hands_over };
  if (await enqueueEndpointRequest(turn, issuer, { effect, kind: 'tasks', action: 'create-task', request }))
    return deferred;
  const sid = turn.ctx.ids.sid('WT');
  await insertTask(turn.tx, {
    sid,
    shard: row.shard,
    account: row.account,
    flow: row.flow,
    execution: row.sid,
    effect,
    widget: execution.widget ?? '',
    workflow,
    channel,
    attributes: JSON.stringify(attributes),
    priority,
    status: 'pending',
    created_at: turn.now,
    updated_at: null,
  });
  return completed(taskResult(sid, hands_over && execution.call !== null));
}

/** A task that is not pending any more stays as it is. */
async function cancelTask(turn: TurnTransaction, key: EffectKey): Promise<void> {
  await cancelRow(turn.tx, key, turn.now);
}
