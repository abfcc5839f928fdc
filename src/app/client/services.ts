/** Services of the account: where they are, and what the embedded chat and sync services hold. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ServiceKind } from '#api/services/resources.ts';
import { callApi, type FormAt } from './api.ts';
import { pagesOf } from './paging.ts';
import { useChange } from './use-change.ts';

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
  return useChange([endpointsKey], (form: FormAt<'POST /v1/Services/Endpoints/{Kind}'>) =>
    callApi('POST /v1/Services/Endpoints/{Kind}', { params: { Kind }, form }),
  );
}

/** Gives the kind back to the embedded service. */
export function useResetEndpoint(Kind: ServiceKind) {
  return useChange([endpointsKey], () =>
    callApi('DELETE /v1/Services/Endpoints/{Kind}', { params: { Kind } }),
  );
}

/** Has a test request sent; what it led to comes with the endpoints. */
export function useTestEndpoint(Kind: ServiceKind) {
  return useChange([endpointsKey], () =>
    callApi('POST /v1/Services/Endpoints/{Kind}/Trials', { params: { Kind } }),
  );
}

/** Newest first. Refreshed every 10 s while it is shown. */
export function useChatChannels() {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/ChatChannels', ['chat-channels']),
    refetchInterval: pollMs,
  });
}

/** Newest first. Refreshed every 10 s while it is shown. */
export function useSyncObjects() {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/SyncObjects', ['sync-objects']),
    refetchInterval: pollMs,
  });
}
