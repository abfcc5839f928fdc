/** Services of the account: where they are, and what the embedded chat and sync services hold. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ServiceKind } from '#api/services/resources.ts';
import { callApi, callPage, type FormAt } from './api.ts';
import { nextPagePath } from './paging.ts';

const endpointsKey = ['service-endpoints'] as const;
const testPollMs = 1_000;
const pollMs = 10_000;

/** All kinds. Polled every second while a test request is running. */
export function useServiceEndpoints() {
  return useQuery({
    queryKey: endpointsKey,
    queryFn: ({ signal }) => callApi('GET /v1/Services/Endpoints', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.endpoints.some(({ last_trial }) => last_trial?.state === 'waiting') ? testPollMs : false,
  });
}

/** Says where requests of that kind go. */
export function useConfigureEndpoint(Kind: ServiceKind) {
  return useEndpointMutation((form: FormAt<'POST /v1/Services/Endpoints/{Kind}'>) =>
    callApi('POST /v1/Services/Endpoints/{Kind}', { params: { Kind }, form }),
  );
}

/** Gives the kind back to the embedded service. */
export function useResetEndpoint(Kind: ServiceKind) {
  return useEndpointMutation(() => callApi('DELETE /v1/Services/Endpoints/{Kind}', { params: { Kind } }));
}

/** Has a test request sent; what it led to comes with the endpoints. */
export function useTestEndpoint(Kind: ServiceKind) {
  return useEndpointMutation(() =>
    callApi('POST /v1/Services/Endpoints/{Kind}/Trials', { params: { Kind } }),
  );
}

function useEndpointMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => void cache.invalidateQueries({ queryKey: endpointsKey }),
  });
}

/** Newest first. Refreshed every 10 s while it is shown. */
export function useChatChannels() {
  return useInfiniteQuery({
    queryKey: ['chat-channels'],
    queryFn: ({ signal, pageParam }) => callPage('GET /v1/ChatChannels', pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: pollMs,
  });
}

/** Newest first. Refreshed every 10 s while it is shown. */
export function useSyncObjects() {
  return useInfiniteQuery({
    queryKey: ['sync-objects'],
    queryFn: ({ signal, pageParam }) => callPage('GET /v1/SyncObjects', pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: pollMs,
  });
}
