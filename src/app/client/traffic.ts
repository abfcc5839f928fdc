/** Counts of where executions are and go, of one flow and for the list of flows. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { fetchTraffic, listFlowStarts } from '#api/executions/traffic.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

export type FlowTraffic = Static<(typeof fetchTraffic)['responses'][200]['schema']>;
type FlowStarts = Static<(typeof listFlowStarts)['responses'][200]['schema']>;

/** Where the executions of a flow are, and went in the last hours. Renewed every 5 s while it is shown. Waits while
 * `flowSid` is null. */
export function useTraffic(flowSid: string | null, hours: number) {
  return useQuery({
    queryKey: ['traffic', flowSid, hours],
    queryFn: ({ signal }) =>
      request<FlowTraffic>(paths.traffic(flowSid ?? ''), { query: { Hours: hours }, signal }),
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
      const { flow_starts: starts } = await request<FlowStarts>(paths.flowStarts, { signal });
      return new Map(starts.map(({ flow_sid, hours }) => [flow_sid, hours]));
    },
    refetchInterval: 60_000,
  });
}
