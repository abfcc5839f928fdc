/** The tests that are kept with a flow. */

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowTestPage, FlowTestResource } from '#api/flows/flow-tests.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

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
  const query = { PageSize: pageSize };
  return (await request<FlowTestPage>(paths.flowTests(sid), { query, ...(signal && { signal }) })).tests;
}

/** Keeps one test of a file. @throws RequestError for what is no test */
export async function keepFlowTest(
  sid: string,
  { name, test }: { name: string; test: string },
): Promise<void> {
  await request<FlowTestResource>(paths.flowTests(sid), { form: { Name: name, Test: test } });
}

/** Lists the tests of a flow again. */
export function refreshFlowTests(cache: QueryClient, sid: string): void {
  void cache.invalidateQueries({ queryKey: flowTestsKey(sid) });
}

/** @throws RequestError when the flow has no such test */
export function fetchFlowTest(cache: QueryClient, sid: string, test: string): Promise<FlowTestResource> {
  return cache.fetchQuery({
    queryKey: [...flowTestsKey(sid), test],
    queryFn: ({ signal }) => request<FlowTestResource>(paths.flowTest(sid, test), { signal }),
  });
}

/** Keeps a test, in the place of one with the same name. */
export function useKeepFlowTest(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: { Name: string; Test: string }) =>
      request<FlowTestResource>(paths.flowTests(sid), { form }),
    onSuccess: () => cache.invalidateQueries({ queryKey: flowTestsKey(sid) }),
  });
}

export function useDeleteFlowTest(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (test: string) => request<void>(paths.flowTest(sid, test), { method: 'DELETE' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: flowTestsKey(sid) }),
  });
}
