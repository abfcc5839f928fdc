/** The identity providers on the sign-in page. */

import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

export function useSessionProviders() {
  return useQuery({
    queryKey: ['session-providers'],
    queryFn: async ({ signal }) =>
      (await callApi('GET /session/providers', { anonymous: true, signal })).providers,
    staleTime: 60_000,
  });
}
