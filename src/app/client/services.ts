/** Services of the account: where they are, and what the embedded chat and sync services hold. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#api/paths.ts';
import type {
  ChatChannelResource,
  ServiceEndpointForm,
  ServiceEndpointList,
  ServiceEndpointResource,
  ServiceKind,
  SyncObjectResource,
} from '#api/services/resources.ts';
import { fetchPage, nextPagePath } from './paging.ts';
import { request } from './request.ts';

const endpointsKey = ['service-endpoints'] as const;
const testPollMs = 1_000;
const pollMs = 10_000;

/** All kinds. Polled every second while a test request is running. */
export function useServiceEndpoints() {
  return useQuery({
    queryKey: endpointsKey,
    queryFn: ({ signal }) => request<ServiceEndpointList>(paths.serviceEndpoints, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.endpoints.some(({ last_trial }) => last_trial?.state === 'waiting') ? testPollMs : false,
  });
}

/** Says where requests of that kind go. */
export function useConfigureEndpoint(kind: ServiceKind) {
  return useEndpointMutation((form: ServiceEndpointForm) =>
    request<ServiceEndpointResource>(paths.serviceEndpoint(kind), { form }),
  );
}

/** Gives the kind back to the embedded service. */
export function useResetEndpoint(kind: ServiceKind) {
  return useEndpointMutation(() => request<void>(paths.serviceEndpoint(kind), { method: 'DELETE' }));
}

/** Has a test request sent; what it led to comes with the endpoints. */
export function useTestEndpoint(kind: ServiceKind) {
  return useEndpointMutation(() =>
    request<ServiceEndpointResource>(paths.serviceTrials(kind), { method: 'POST' }),
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
    queryFn: ({ signal, pageParam }) =>
      fetchPage<'chat_channels', ChatChannelResource>(paths.chatChannels, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: pollMs,
  });
}

/** Newest first. Refreshed every 10 s while it is shown. */
export function useSyncObjects() {
  return useInfiniteQuery({
    queryKey: ['sync-objects'],
    queryFn: ({ signal, pageParam }) =>
      fetchPage<'sync_objects', SyncObjectResource>(paths.syncObjects, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: pollMs,
  });
}
