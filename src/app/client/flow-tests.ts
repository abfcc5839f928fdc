/** The tests that are kept with a flow. */

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowTestResource } from '#api/flows/flow-tests.ts';
import { callApi, type FormAt } from './api.ts';

const flowTestsKey = (sid: string) => ['flow-tests', sid] as const;

/** Tests on one page; a flow has at most 500. */
const pageSize = 500;

/** All tests of a flow, newest first; none for a flow that is not on the server yet. */
export function useFlowTests(sid: string | null) {
  return useQuery({
    queryKey: flowTestsKey(sid ?? ''),
    enabled: sid !== null,
    queryFn: ({ signal }) => fetchFlowTests(sid ?? '', signal),
  });
}

/** All tests of a flow, newest first. @throws RequestError */
export async function fetchFlowTests(sid: string, signal?: AbortSignal): Promise<FlowTestResource[]> {
  const page = await callApi('GET /v1/Flows/{Sid}/Tests', {
    params: { Sid: sid },
    query: { PageSize: pageSize },
    ...(signal && { signal }),
  });
  return page.tests;
}

/** Keeps one test of a file. @throws RequestError for what is no test */
export async function keepFlowTest(
  sid: string,
  { name, test }: { name: string; test: string },
): Promise<void> {
  await callApi('POST /v1/Flows/{Sid}/Tests', {
    params: { Sid: sid },
    form: { Name: name, Test: test },
  });
}

/** Lists the tests of a flow again. */
export function refreshFlowTests(cache: QueryClient, sid: string): void {
  void cache.invalidateQueries({ queryKey: flowTestsKey(sid) });
}

/** @throws RequestError when the flow has no such test */
export function fetchFlowTest(cache: QueryClient, sid: string, test: string): Promise<FlowTestResource> {
  return cache.fetchQuery({
    queryKey: [...flowTestsKey(sid), test],
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/Tests/{TestSid}', { params: { Sid: sid, TestSid: test }, signal }),
  });
}

/** Keeps a test, in the place of one with the same name. */
export function useKeepFlowTest(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /v1/Flows/{Sid}/Tests'>) =>
      callApi('POST /v1/Flows/{Sid}/Tests', { params: { Sid: sid }, form }),
    onSuccess: () => cache.invalidateQueries({ queryKey: flowTestsKey(sid) }),
  });
}

export function useDeleteFlowTest(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (test: string) =>
      callApi('DELETE /v1/Flows/{Sid}/Tests/{TestSid}', { params: { Sid: sid, TestSid: test } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: flowTestsKey(sid) }),
  });
}
