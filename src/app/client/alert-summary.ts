/** Whether all is well. */

import { useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** Refreshed every 30 s, on every page. */
export function useAlertSummary() {
  return useQuery({
    queryKey: ['alerts', 'summary'],
    queryFn: ({ signal }) => callApi('GET /v1/AlertSummary', { signal }),
    refetchInterval: 30_000,
  });
}
