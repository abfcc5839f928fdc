/** Publishing a flow: whether it needs a second person, its publish requests, and ending the executions left behind. */

import { useQuery } from '@tanstack/react-query';
import type { EndedExecutions } from '#api/flows/publishing.ts';
import { callApi, type FormAt } from './api.ts';
import { flowKeys } from './flows.ts';
import { useChange } from './use-change.ts';

export const publishingKeys = {
  of: (flowSid: string) => ['publishing', flowSid] as const,
  requests: (flowSid: string) => ['publishing', flowSid, 'requests'] as const,
  endings: (flowSid: string) => ['publishing', flowSid, 'endings'] as const,
};

/** The newest and the published revision, and whether publishing needs a second person. */
export function usePublishing(flowSid: string | null) {
  return useQuery({
    queryKey: [...publishingKeys.of(flowSid ?? ''), 'setting'] as const,
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/Publishing', { params: { Sid: flowSid ?? '' }, signal }),
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
        await callApi('GET /v1/Flows/{Sid}/PublishRequests', {
          params: { Sid: flowSid ?? '' },
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
        await callApi('GET /v1/Flows/{Sid}/ExecutionEndings', {
          params: { Sid: flowSid },
          query: { PageSize: 1 },
          signal,
        })
      ).execution_endings[0] ?? null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? progressMs : false),
  });
}

export type PublishRequestForm = FormAt<'POST /v1/Flows/{Sid}/PublishRequests'>;

export function createPublishRequest(flowSid: string, form: PublishRequestForm) {
  return callApi('POST /v1/Flows/{Sid}/PublishRequests', { params: { Sid: flowSid }, form });
}

/** Begins to end executions that the published revision leaves behind. */
export function endExecutions(flowSid: string, Executions: Exclude<EndedExecutions, 'none'>) {
  return callApi('POST /v1/Flows/{Sid}/ExecutionEndings', {
    params: { Sid: flowSid },
    form: { Executions },
  });
}

export type PublishDecision = { sid: string } & FormAt<'POST /v1/Flows/{Sid}/PublishRequests/{RequestSid}'>;

export function useDecidePublishRequest(flowSid: string) {
  return useFlowChange(flowSid, ({ sid, ...form }: PublishDecision) =>
    callApi('POST /v1/Flows/{Sid}/PublishRequests/{RequestSid}', {
      params: { Sid: flowSid, RequestSid: sid },
      form,
    }),
  );
}

export function useCreatePublishRequest(flowSid: string) {
  return useFlowChange(flowSid, (form: PublishRequestForm) => createPublishRequest(flowSid, form));
}

export function useSetNeedsApproval(flowSid: string) {
  return useFlowChange(flowSid, (NeedsApproval: boolean) =>
    callApi('POST /v1/Flows/{Sid}/Publishing', {
      params: { Sid: flowSid },
      form: { NeedsApproval },
    }),
  );
}

export function useEndExecutions(flowSid: string) {
  return useFlowChange(flowSid, (which: Exclude<EndedExecutions, 'none'>) => endExecutions(flowSid, which));
}

/** A change after which everything that shows the flow's publishing is read again. */
function useFlowChange<Input, Output>(flowSid: string, change: (input: Input) => Promise<Output>) {
  const revisions = ['revisions', flowSid, 'list'];
  return useChange(
    [publishingKeys.of(flowSid), revisions, flowKeys.one(flowSid), flowKeys.summaries],
    change,
  );
}
