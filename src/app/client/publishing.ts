/** Publishing a flow: whether it needs a second person, its publish requests, and ending the executions left behind. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EndedExecutions,
  ExecutionEndingPage,
  ExecutionEndingResource,
  FlowPublishing,
  PublishRequestPage,
  PublishRequestResource,
} from '#api/flows/publishing.ts';
import { paths } from '#api/paths.ts';
import { flowKeys } from './flows.ts';
import { request } from './request.ts';

export const publishingKeys = {
  of: (flowSid: string) => ['publishing', flowSid] as const,
  requests: (flowSid: string) => ['publishing', flowSid, 'requests'] as const,
  endings: (flowSid: string) => ['publishing', flowSid, 'endings'] as const,
};

/** The newest and the published revision, and whether publishing needs a second person. */
export function usePublishing(flowSid: string | null) {
  return useQuery({
    queryKey: [...publishingKeys.of(flowSid ?? ''), 'setting'] as const,
    queryFn: ({ signal }) => request<FlowPublishing>(paths.flowPublishing(flowSid ?? ''), { signal }),
    enabled: flowSid !== null,
    refetchInterval: 15_000,
  });
}

/** The latest requests, newest first. */
export function usePublishRequests(flowSid: string | null) {
  return useQuery({
    queryKey: publishingKeys.requests(flowSid ?? ''),
    queryFn: async ({ signal }) =>
      (
        await request<PublishRequestPage>(paths.publishRequests(flowSid ?? ''), {
          query: { PageSize: 50 },
          signal,
        })
      ).publish_requests,
    enabled: flowSid !== null,
    refetchInterval: 15_000,
  });
}

const progressMs = 1_000;

/** The latest ending of executions; refreshed every second while it is running. */
export function useLatestEnding(flowSid: string) {
  return useQuery({
    queryKey: publishingKeys.endings(flowSid),
    queryFn: async ({ signal }) =>
      (
        await request<ExecutionEndingPage>(paths.executionEndings(flowSid), {
          query: { PageSize: 1 },
          signal,
        })
      ).execution_endings[0] ?? null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? progressMs : false),
  });
}

export type PublishRequestForm = {
  Revision: string;
  PublishAt?: string;
  EndExecutions: EndedExecutions;
  Message?: string;
};

export function createPublishRequest(
  flowSid: string,
  form: PublishRequestForm,
): Promise<PublishRequestResource> {
  return request<PublishRequestResource>(paths.publishRequests(flowSid), { form });
}

/** Begins to end executions that the published revision leaves behind. */
export function endExecutions(
  flowSid: string,
  Executions: Exclude<EndedExecutions, 'none'>,
): Promise<ExecutionEndingResource> {
  return request<ExecutionEndingResource>(paths.executionEndings(flowSid), { form: { Executions } });
}

export type PublishDecision = { sid: string; Status: 'approved' | 'rejected' | 'canceled'; Note?: string };

export function useDecidePublishRequest(flowSid: string) {
  return useFlowChange(flowSid, ({ sid, ...form }: PublishDecision) =>
    request<PublishRequestResource>(paths.publishRequest(flowSid, sid), { form }),
  );
}

export function useCreatePublishRequest(flowSid: string) {
  return useFlowChange(flowSid, (form: PublishRequestForm) => createPublishRequest(flowSid, form));
}

export function useSetNeedsApproval(flowSid: string) {
  return useFlowChange(flowSid, (needsApproval: boolean) =>
    request<FlowPublishing>(paths.flowPublishing(flowSid), {
      form: { NeedsApproval: String(needsApproval) },
    }),
  );
}

export function useEndExecutions(flowSid: string) {
  return useFlowChange(flowSid, (which: Exclude<EndedExecutions, 'none'>) => endExecutions(flowSid, which));
}

/**
 * A change after which everything that shows the flow's publishing is read again. Nobody waits for that: what a notice
 * is about may be gone then, with the component that shows the notice.
 */
function useFlowChange<Input, Output>(flowSid: string, change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: publishingKeys.of(flowSid) });
      void cache.invalidateQueries({ queryKey: ['revisions', flowSid, 'list'] });
      void cache.invalidateQueries({ queryKey: flowKeys.one(flowSid) });
      void cache.invalidateQueries({ queryKey: flowKeys.summaries });
    },
  });
}
