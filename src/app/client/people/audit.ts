/** The audit log: events by filter, one event with its place in the chain, and whether the chain is whole. */

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { joined } from '#api/audit/breaks.ts';
import type { AuditVerification } from '#api/audit/operations.ts';
import { paths } from '#api/paths.ts';
import { callApi, type QueryAt } from '../api.ts';
import { pagesOf } from '../paging.ts';

/** The filters by their names in the API; all that are given must hold. */
export type AuditFilter = Omit<QueryAt<'GET /v1/AuditEvents'>, 'PageSize' | 'Page' | 'PageToken'>;

const auditKey = ['audit'] as const;
const pageSize = 50;

/** Newest first, page by page. */
export function useAuditEvents(filter: AuditFilter) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/AuditEvents', [...auditKey, 'list', filter], {
      query: { ...filter, PageSize: pageSize },
    }),
    select: ({ pages }) => pages.flatMap(({ events }) => events),
  });
}

/** How many events each day has; days begin at these times, the oldest first, and the last one ends at the last. */
export function useAuditCounts(filter: AuditFilter, starts: readonly string[]) {
  return useQuery({
    queryKey: [...auditKey, 'counts', filter, starts],
    queryFn: async ({ signal }) => {
      const query = { ...filter, Starts: starts.join(',') };
      return (await callApi('GET /v1/AuditEvents/Counts', { query, signal })).days;
    },
    enabled: starts.length > 1,
    placeholderData: keepPreviousData,
  });
}

/** An event with its neighbours in the chain. One that is not written into it yet is looked at again. */
export function useAuditEvent(Sid: string) {
  return useQuery({
    queryKey: [...auditKey, 'event', Sid],
    queryFn: ({ signal }) => callApi('GET /v1/AuditEvents/{Sid}', { params: { Sid }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.sequence === null || state.data?.next === null ? 5_000 : false,
  });
}

/** Verifies the whole chain, part by part, when the page is opened and when asked again. */
export function useAuditVerification() {
  return useQuery({
    queryKey: [...auditKey, 'verification'],
    async queryFn({ signal }) {
      let found: AuditVerification | undefined;
      do {
        const query = { AfterSequence: found?.next_after ?? undefined };
        found = joined(found, await callApi('GET /v1/AuditEvents/Verification', { query, signal }));
      } while (found.next_after !== null);
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Where the events of a filter are a file, which is of one chain. */
export function auditExportUrl(kind: 'csv' | 'lines', { Below: _, ...filter }: AuditFilter): string {
  const fields = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const path = kind === 'csv' ? paths.auditEventsCsv : paths.auditEventsLines;
  return `${path}?${new URLSearchParams(fields)}`;
}
