/** Tasks of the embedded desk: what send-to-agentdesk hands to a person. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';
import { pagesOf } from './paging.ts';
import { useChange } from './use-change.ts';

export type TaskFilter = 'pending' | 'completed' | 'all';

const tasksKey = ['tasks'] as const;

/** Newest first. Refreshed every 10 s while it is shown. */
export function useTasks(filter: TaskFilter) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Tasks', [...tasksKey, filter], {
      query: { Status: filter === 'all' ? undefined : filter },
    }),
    refetchInterval: 10_000,
  });
}

/** Marks a task as done; the execution that waits for it goes on. */
export function useCompleteTask() {
  return useChange([tasksKey], (Sid: string) =>
    callApi('POST /v1/Tasks/{Sid}', { params: { Sid }, form: { Status: 'completed' } }),
  );
}
