/** Makes a task: at the account's own service where one is configured, otherwise at the embedded desk. */

import type { JsonObject } from '#flow/json/json.ts';
import {
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../executions/service/turn-transaction.ts';
import { askEndpoint } from './endpoint-command.ts';
import { insertTask } from './task-store.ts';

/**
 * Without a live call the task is all there is to it; a caller who is handed over stays on the line until a
 * person has finished it. Another service takes the task, not the call.
 */
export async function createTask(
  work: TurnTransaction,
  asker: CommandIssuer,
  command: CommandOf<'create-task'>,
): Promise<CommandOutcome> {
  const { row, execution } = asker;
  const { effect, workflow, channel, attributes, priority, timeout_s, hands_over } = command;
  const request = { workflow, channel, attributes, priority, timeout: timeout_s, hands_over };
  if (await askEndpoint(work, asker, { effect, kind: 'tasks', action: 'create-task', request }))
    return deferred;
  const sid = work.ctx.ids.sid('WT');
  await insertTask(work.tx, {
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
    created_at: work.now,
    updated_at: null,
  });
  if (hands_over && execution.call !== null) return { result: null, deadline: work.now + timeout_s * 1000 };
  return completed({ ok: true, data: taskData(sid) });
}

/** What a widget learns of its task. */
export function taskData(sid: string): JsonObject {
  return { sid, TaskSid: sid };
}
