/** What the address of the services page carries; the endpoints are shown when it says nothing. */

import type { TaskFilter } from '../../client/tasks.ts';

export const serviceViews = ['endpoints', 'tasks', 'channels', 'objects'] as const;

export type ServiceView = (typeof serviceViews)[number];

/** `tasks` filters the tasks; open ones are listed when it is left out. */
export type ServicesSearch = {
  show?: Exclude<ServiceView, 'endpoints'>;
  tasks?: Exclude<TaskFilter, 'pending'>;
};

export function readServicesSearch({ show, tasks }: Record<string, unknown>): ServicesSearch {
  const view = serviceViews.find((each) => each === show);
  if (view === undefined || view === 'endpoints') return {};
  if (view !== 'tasks' || (tasks !== 'completed' && tasks !== 'all')) return { show: view };
  return { show: view, tasks };
}

export type TasksSearch = { show?: Exclude<TaskFilter, 'pending'> };

export function readTasksSearch({ show }: Record<string, unknown>): TasksSearch {
  return show === 'completed' || show === 'all' ? { show } : {};
}
