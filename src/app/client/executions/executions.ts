/** Executions of a flow: starting, watching, ending, deleting. */

import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ExecutionResource, ExecutionView } from '#api/executions/schemas.ts';
import { problemCodes } from '#api/problem.ts';
import { isObject } from '#flow/json/json.ts';
import { callApi, type FormAt } from '../api.ts';
import { pagesOf } from '../paging.ts';
import { RequestError } from '../request.ts';
import { isStreaming, subscribeToFlow } from './execution-event-stream.ts';
import { createRenewals } from './renewals.ts';

export type StatusFilter = 'all' | 'active' | 'ended';

export const executionKeys = {
  of: (flowSid: string) => ['executions', flowSid] as const,
  lists: (flowSid: string) => ['executions', flowSid, 'list'] as const,
  list: (flowSid: string, status: StatusFilter) => ['executions', flowSid, 'list', status] as const,
  one: (flowSid: string, sid: string) => ['executions', flowSid, 'one', sid] as const,
};

export const executionsQuery = (flowSid: string, status: StatusFilter) => ({
  ...pagesOf('GET /v2/Flows/{FlowSid}/Executions', executionKeys.list(flowSid, status), {
    params: { FlowSid: flowSid },
    query: { status: status === 'all' ? undefined : status, PageSize: 50 },
  }),
  refetchInterval: () => (isStreaming(flowSid) ? pollWhileStreamingMs : 5_000),
});

export const useExecutions = (flowSid: string, status: StatusFilter) =>
  useInfiniteQuery(executionsQuery(flowSid, status));

/** Polling interval while the event stream is connected: a fallback for missed events. */
const pollWhileStreamingMs = 60_000;

/** Polling interval of an active execution, in ms: backs off the longer it has not moved; false once it has ended. */
export function pollInterval(view: ExecutionView | undefined, now: number): number | false {
  if (view === undefined) return 1_000;
  if (view.execution.status === 'ended') return false;
  const lastStep = view.steps.at(-1)?.date_created ?? view.execution.date_created;
  const idleMs = Math.max(0, now - Date.parse(lastStep));
  return idleMs < 60_000 ? 1_000 : Math.min(10_000, 1_000 + (idleMs - 60_000) / 30);
}

/**
 * The view with all steps, which the server sends a part at a time. Of one that is known only what follows is requested
 * and appended; it is loaded again once its personal data was removed, is shown or is masked.
 */
async function fetchWholeView(
  flowSid: string,
  sid: string,
  signal: AbortSignal,
  known: ExecutionView | undefined,
): Promise<ExecutionView> {
  const partAfter = (after: number | undefined) =>
    callApi('GET /v1/ExecutionViews/{FlowSid}/{Sid}', {
      params: { FlowSid: flowSid, Sid: sid },
      query: { After: after === undefined ? undefined : String(after) },
      signal,
    });
  const last = known?.steps.at(-1)?.seq;
  let view: ExecutionView = await partAfter(last);
  if (known !== undefined && last !== undefined) {
    // One of them is null where it is masked, both once they were removed.
    const isOtherwiseMasked =
      view.execution.contact_channel_address !== known.execution.contact_channel_address ||
      view.execution.contact_sid !== known.execution.contact_sid;
    if (isOtherwiseMasked) return fetchWholeView(flowSid, sid, signal, undefined);
    const execution = { ...view.execution, context: known.execution.context };
    view = { ...view, execution, steps: [...known.steps, ...view.steps] };
  }
  while (view.next !== null) {
    const part = await partAfter(view.next);
    view = { ...part, steps: [...view.steps, ...part.steps] };
  }
  return { ...view, steps: withMissingSteps(view.steps) };
}

type ViewStep = ExecutionView['steps'][number];

/** A step that is not stored any more stands in the list without a SID, so that every number is there once. */
export function withMissingSteps(steps: readonly ViewStep[]): ViewStep[] {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    const missing = Array.from({ length: step.seq - (before?.seq ?? 0) - 1 }, (_, nth) => ({
      ...{ sid: '', name: '', type: '', transitioned_from: '', transitioned_to: '', changes: [], notes: [] },
      seq: (before?.seq ?? 0) + nth + 1,
      date_created: before?.date_created ?? step.date_created,
    }));
    return [...missing, step];
  });
}

/** An execution with its steps; polled while it is active, rarely while the event stream is connected. */
export const executionQuery = (flowSid: string, sid: string) =>
  queryOptions({
    queryKey: executionKeys.one(flowSid, sid),
    queryFn: ({ signal, client, queryKey }) =>
      fetchWholeView(flowSid, sid, signal, client.getQueryData<ExecutionView>(queryKey)),
    refetchInterval: ({ state: { data } }) => {
      const next = pollInterval(data, Date.now());
      return next !== false && isStreaming(flowSid) ? pollWhileStreamingMs : next;
    },
  });

export const useExecution = (flowSid: string, sid: string) => useQuery(executionQuery(flowSid, sid));

/** Pauses between two requests for the same, in ms: what is new in an execution is little, a list is loaded as a whole. */
const pauses = { execution: 50, lists: 500 };

/**
 * Subscribes to a flow's events and invalidates queries: the lists when an execution starts or ends, an
 * execution whenever it moves. While the stream is disconnected the queries poll instead.
 */
export function useExecutionUpdates(flowSid: string): void {
  const cache = useQueryClient();
  useEffect(() => {
    const renewals = createRenewals(cache);
    const everything = () => renewals.want(executionKeys.of(flowSid), pauses.lists);
    const leave = subscribeToFlow(flowSid, {
      onConnect: everything,
      onDisconnect: everything,
      onEvent(execution, isStep) {
        renewals.want(executionKeys.one(flowSid, execution), pauses.execution);
        if (!isStep) renewals.want(executionKeys.lists(flowSid), pauses.lists);
      },
    });
    return () => {
      renewals.stop();
      leave();
    };
  }, [cache, flowSid]);
}

export function useStartExecution(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /v2/Flows/{FlowSid}/Executions'>) =>
      callApi('POST /v2/Flows/{FlowSid}/Executions', { params: { FlowSid: flowSid }, form }),
    onSuccess: () => cache.invalidateQueries({ queryKey: executionKeys.of(flowSid) }),
  });
}

/** Starts the draft of a flow for a test user or a test number. */
export function useStartTestRun(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /v1/TestRuns/{FlowSid}'>) =>
      callApi('POST /v1/TestRuns/{FlowSid}', { params: { FlowSid: flowSid }, form }),
    onSuccess: () => cache.invalidateQueries({ queryKey: executionKeys.of(flowSid) }),
  });
}

/** Starts an execution with the inputs of another one. */
export function useRunAgain(flowSid: string, sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('POST /v1/Executions/{Sid}/RunAgain', { params: { Sid: sid } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: executionKeys.of(flowSid) }),
  });
}

/** The SID of the active execution that a start conflicts with (409), or null. */
export function conflictingExecution(failure: unknown): string | null {
  if (!(failure instanceof RequestError) || failure.code !== problemCodes.conflict) return null;
  const sid = isObject(failure.details) ? failure.details.conflicting_execution_sid : undefined;
  return typeof sid === 'string' ? sid : null;
}

/** An execution of whichever flow, once. @throws RequestError when there is none */
export function fetchExecutionAlone(cache: QueryClient, sid: string): Promise<ExecutionResource> {
  return cache.fetchQuery({
    queryKey: ['executions', 'alone', sid],
    queryFn: ({ signal }) => callApi('GET /v1/Executions/{Sid}', { params: { Sid: sid }, signal }),
  });
}

/** An execution of whichever flow. Waits while `sid` is null. */
export function useExecutionBySid(sid: string | null) {
  return useQuery({
    queryKey: ['executions', 'alone', sid],
    queryFn: ({ signal }) => callApi('GET /v1/Executions/{Sid}', { params: { Sid: sid ?? '' }, signal }),
    enabled: sid !== null,
  });
}

export function useEndExecution(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (sid: string) =>
      callApi('POST /v2/Flows/{FlowSid}/Executions/{Sid}', {
        params: { FlowSid: flowSid, Sid: sid },
        form: { Status: 'ended' },
      }),
    onSettled: () => cache.invalidateQueries({ queryKey: executionKeys.of(flowSid) }),
  });
}

/** Deletes an execution with its steps. `keepalive` lets it reach the server although the page is being left. */
export function deleteExecution(
  flowSid: string,
  sid: string,
  options: { keepalive?: boolean } = {},
): Promise<void> {
  return callApi('DELETE /v2/Flows/{FlowSid}/Executions/{Sid}', {
    params: { FlowSid: flowSid, Sid: sid },
    ...options,
  });
}

/** The messages and calls of an execution, oldest first. `version` is anything that changes when there may be more. */
export function useConversation(sid: string, version: number) {
  return useQuery({
    queryKey: ['executions', 'conversation', sid, version],
    queryFn: async ({ signal }) => {
      const options = { query: { ExecutionSid: sid, PageSize: 1000 }, signal };
      const [{ messages }, { calls }] = await Promise.all([
        callApi('GET /v1/Carrier/Messages', options),
        callApi('GET /v1/Carrier/Calls', options),
      ]);
      return { messages: messages.toReversed(), calls: calls.toReversed() };
    },
    placeholderData: keepPreviousData,
  });
}

/** The executions that the run-subflow widgets of `sid` started. */
export function useSubflows(sid: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['executions', 'subflows', sid],
    queryFn: async ({ signal }) => {
      const query = { ParentSid: sid, PageSize: 1000 };
      return (await callApi('GET /v1/Executions', { query, signal })).executions;
    },
    enabled: isWanted,
  });
}
