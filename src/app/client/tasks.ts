/** Tasks of the embedded desk: what send-to-agentdesk hands to a person. */

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, callPage } from './api.ts';
import { nextPagePath } from './paging.ts';

export type TaskFilter = 'pending' | 'completed' | 'all';

const tasksKey = ['tasks'] as const;

/** Newest first. Refreshed every 10 s while it is shown. */
export function useTasks(filter: TaskFilter) {
  return useInfiniteQuery({
    queryKey: [...tasksKey, filter],
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /v1/Tasks', pageParam, {
        query: { Status: filter === 'all' ? undefined : filter },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: 10_000,
  });
}

/** Marks a task as done; the execution that waits for it goes on. */
export function useCompleteTask() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (Sid: string) =>
      callApi('POST /v1/Tasks/{Sid}', { params: { Sid }, form: { Status: 'completed' } }),
    onSettled: () => void cache.invalidateQueries({ queryKey: tasksKey }),
  });
}
