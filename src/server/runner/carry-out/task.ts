/** Makes a task of the embedded desk. */

import type { JsonObject } from '#flow/json.ts';
import { insertTask } from '../../store/tasks.ts';
import type { Asker, Work } from '../work.ts';
import { type Carried, type CommandOf, now } from './carried.ts';

/** Without a live call the task is all there is to it; a caller stays on the line until a person has finished it. */
export async function createTask(
  work: Work,
  asker: Asker,
  command: CommandOf<'create-task'>,
): Promise<Carried> {
  const { row, execution } = asker;
  const sid = work.host.ids.sid('WT');
  await insertTask(work.tx, {
    sid,
    account: row.account,
    flow: row.flow,
    execution: row.sid,
    effect: command.effect,
    widget: execution.widget ?? '',
    workflow: command.workflow,
    channel: command.channel,
    attributes: JSON.stringify(command.attributes),
    priority: command.priority,
    status: 'pending',
    created_at: work.now,
    updated_at: null,
  });
  if (execution.call !== null) return { result: null, giveUpAt: work.now + command.timeout_s * 1000 };
  return now({ ok: true, data: taskData(sid) });
}

/** What a widget learns of its task. */
export function taskData(sid: string): JsonObject {
  return { sid, TaskSid: sid };
}
