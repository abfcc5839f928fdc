/** Counts of where executions are and go, of one flow and for the list of flows. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi, type ResponseAt } from '../api.ts';

export type FlowTraffic = ResponseAt<'GET /v1/Flows/{Sid}/Traffic'>;

/** Where the executions of a flow are, and went in the last hours. Renewed every 5 s while it is shown. Waits while
 * `flowSid` is null. */
export function useTraffic(flowSid: string | null, hours: number) {
  return useQuery({
    queryKey: ['traffic', flowSid, hours],
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/Traffic', {
        params: { Sid: flowSid ?? '' },
        query: { Hours: hours },
        signal,
      }),
    enabled: flowSid !== null,
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  });
}

/** The starts of flows in each of the last 24 hours, by SID. */
export function useFlowStarts() {
  return useQuery({
    queryKey: ['flow-starts'],
    queryFn: async ({ signal }) => {
      const { flow_starts: starts } = await callApi('GET /v1/FlowStarts', { signal });
      return new Map(starts.map(({ flow_sid, hours }) => [flow_sid, hours]));
    },
    refetchInterval: 60_000,
  });
}
