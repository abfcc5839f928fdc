/** What the address of the tasks page carries; open tasks are shown when it says nothing. */

import type { TaskFilter } from '../../client/tasks.ts';

export type TasksSearch = { show?: Exclude<TaskFilter, 'pending'> };

export function readTasksSearch({ show }: Record<string, unknown>): TasksSearch {
  return show === 'completed' || show === 'all' ? { show } : {};
}
