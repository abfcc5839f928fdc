/** Executes `create-task`: at the account's own endpoint where one is configured, otherwise as a row of ours. */

import type { JsonObject } from '#flow/json/json.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../executions/service/turn-transaction.ts';
import { enqueueEndpointRequest } from './endpoint-command.ts';
import { findTaskOf, insertTask } from './task-store.ts';

/** The documented code for a caller whose task nobody completed in time. */
const taskTimeoutCode = 81009;

export const createTaskHandler: CommandHandler<'create-task'> = {
  execute: createTask,
  async timeOut(turn, key) {
    if ((await findTaskOf(turn.tx, key)) === undefined) return null;
    return { ok: false, code: taskTimeoutCode, message: 'Nobody finished the task in time', data: {} };
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
  if (hands_over && execution.call !== null) return { result: null, deadline: turn.now + timeout_s * 1000 };
  return completed({ ok: true, data: taskData(sid) });
}

/** The result that a widget gets for its task. */
export function taskData(sid: string): JsonObject {
  return { sid, TaskSid: sid };
}
