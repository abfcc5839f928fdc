/** Executions of all flows of the account: pages by filter, kept up to date row by row. */

import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountExecution } from '#api/executions/account-execution.ts';
import type { PageMeta } from '#api/operation/page-schema.ts';
import { paths } from '#api/paths.ts';
import { dateAndTime } from '../../words/date-time.ts';
import { callApi, type QueryAt } from '../api.ts';
import { useMay } from '../people/session.ts';
import { isAccountStreaming, subscribeToAccount } from './execution-event-stream.ts';

/** The filters by their names in the API; all that are given must hold. */
export type AccountExecutionFilter = QueryAt<'GET /v1/ExecutionCounts'>;

/**
 * A page as it is shown. `newer` and `older` are the tokens of its neighbours, null where there is none; `searchedTo` is
 * set where the search ended before the page was full, and `older` then goes on with it. `widget` is the present name of
 * the widget that the filter names.
 */
export type ShownPage = {
  executions: AccountExecution[];
  newer: string | null;
  older: string | null;
  searchedTo: string | null;
  widget: string | null;
};

const pageSize = 50;
/** Requests for one page: each tests a bounded number of executions, so a rare one is found after some of them. */
const maxRequestsForPage = 30;

const keys = {
  all: ['account-executions'] as const,
  pages: ['account-executions', 'page'] as const,
  page: (filter: AccountExecutionFilter, token: string | null) =>
    ['account-executions', 'page', filter, token] as const,
};

function tokenOf(url: string | null): string | null {
  return url === null ? null : new URL(url, 'http://unused').searchParams.get('PageToken');
}

/** Goes on with a search that has not filled the page, in the direction of `token`. */
async function fetchShownPage(
  filter: AccountExecutionFilter,
  token: string | null,
  signal: AbortSignal,
): Promise<ShownPage> {
  const isNewer = token?.startsWith('PB') === true;
  const shown: ShownPage = { executions: [], newer: null, older: null, searchedTo: null, widget: null };
  let next = token;
  for (let requests = 0; requests < maxRequestsForPage; requests += 1) {
    const page = await callApi('GET /v1/Executions', {
      query: { ...filter, PageSize: pageSize - shown.executions.length, PageToken: next ?? undefined },
      signal,
    });
    const { meta, executions, searched_to: searchedTo } = page;
    if (isNewer) shown.executions.unshift(...executions);
    else shown.executions.push(...executions);
    joinEnds(shown, meta, { isNewer, isFirst: requests === 0 });
    shown.searchedTo = searchedTo;
    shown.widget = page.widget;
    next = isNewer ? shown.newer : shown.older;
    if (searchedTo === null || next === null || shown.executions.length >= pageSize) break;
  }
  return shown;
}

/** The far end is that of the newest response, the near end that of the first one that had rows. */
function joinEnds(
  shown: ShownPage,
  meta: PageMeta,
  { isNewer, isFirst }: { isNewer: boolean; isFirst: boolean },
): void {
  const [newer, older] = [tokenOf(meta.previous_page_url), tokenOf(meta.next_page_url)];
  if (isNewer) {
    shown.newer = newer;
    if (isFirst || shown.older === null) shown.older = older;
  } else {
    shown.older = older;
    if (isFirst || shown.newer === null) shown.newer = newer;
  }
}

const pageQuery = (filter: AccountExecutionFilter, token: string | null) =>
  queryOptions({
    queryKey: keys.page(filter, token),
    queryFn: ({ signal }) => fetchShownPage(filter, token, signal),
    // Rows do not move while they are read: they are renewed one by one, and new ones are counted.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

/** The page of a filter that `token` names, the newest when it is null. */
export function useAccountExecutions(filter: AccountExecutionFilter, token: string | null) {
  return useQuery(pageQuery(filter, token));
}

/** Loads the newest page again. */
export function useRefreshAccountExecutions(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.all });
}

/** How many more than these there may be said to be: `50+`. */
export const maxNewCounted = 50;

/** How many executions began after the newest that is shown and match the filter, `maxNewCounted` + 1 at most. */
export function useNewExecutions(filter: AccountExecutionFilter, page: ShownPage | undefined) {
  const newest = page?.executions[0];
  const known = new Set(page?.executions.map(({ sid }) => sid));
  return useQuery({
    queryKey: [...keys.all, 'new', filter, newest?.sid ?? null],
    queryFn: async ({ signal }) => {
      const { executions } = await callApi('GET /v1/Executions', {
        query: {
          ...filter,
          ...(newest && { DateCreatedFrom: newest.date_created }),
          PageSize: maxNewCounted + 1,
        },
        signal,
      });
      return executions.filter(({ sid }) => !known.has(sid)).length;
    },
    enabled: page !== undefined && page.newer === null,
    initialData: 0,
    refetchInterval: () => (isAccountStreaming() ? 60_000 : 10_000),
  });
}

/** Pause between two refreshes, in ms: debounces the events of a busy account. */
const refreshPauseMs = 300;
const pollMs = 10_000;

/**
 * Renews the shown rows that the account's event stream names, in place, and counts new ones. Without the stream all
 * rows are renewed at intervals.
 */
export function useAccountExecutionUpdates(shown: readonly AccountExecution[]): void {
  const cache = useQueryClient();
  const sids = shown.map(({ sid }) => sid).join(',');
  useEffect(() => {
    const known = new Set(sids === '' ? [] : sids.split(','));
    let changed = new Set<string>();
    let hasNew = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = async () => {
      timer = undefined;
      const [rows, isNew] = [[...changed], hasNew];
      changed = new Set();
      hasNew = false;
      if (isNew) void cache.invalidateQueries({ queryKey: [...keys.all, 'new'] });
      if (rows.length === 0) return;
      try {
        replaceRows(cache, await fetchRows(rows));
      } catch {
        // The rows are fetched with those of the next change; without a connection the stream says so.
        changed = new Set([...rows, ...changed]);
      }
    };
    const schedule = () => {
      timer ??= setTimeout(() => void renew(), refreshPauseMs);
    };
    const everything = () => {
      changed = new Set(known);
      hasNew = true;
      schedule();
    };
    const leave = subscribeToAccount({
      onConnect: everything,
      onDisconnect: everything,
      onEvent(execution, isStep) {
        if (known.has(execution)) changed.add(execution);
        else if (isStep) return;
        else hasNew = true;
        schedule();
      },
    });
    const poll = setInterval(() => !isAccountStreaming() && everything(), pollMs);
    return () => {
      clearTimeout(timer);
      clearInterval(poll);
      leave();
    };
  }, [cache, sids]);
}

async function fetchRows(sids: readonly string[]): Promise<AccountExecution[]> {
  const query = { Sids: sids.join(',') };
  return (await callApi('GET /v1/Executions', { query })).executions;
}

function replaceRows(cache: ReturnType<typeof useQueryClient>, rows: readonly AccountExecution[]): void {
  const bySid = new Map(rows.map((row) => [row.sid, row]));
  cache.setQueriesData<ShownPage>(
    { queryKey: keys.pages },
    (page) => page && { ...page, executions: page.executions.map((row) => bySid.get(row.sid) ?? row) },
  );
}

/** The address of the CSV file of a filter. */
export function accountExecutionsCsvUrl(filter: AccountExecutionFilter): string {
  const fields = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${paths.accountExecutionsCsv}?${new URLSearchParams(fields)}`;
}

/** The whole address of an execution's contact; the server logs who asked, or why it is shown to whom else it is masked. */
export function useRevealContact(sid: string) {
  const seesAll = useMay('contacts.unmasked');
  return useMutation({
    mutationFn: () =>
      seesAll
        ? callApi('POST /v1/Executions/{Sid}/Contact', { params: { Sid: sid } })
        : callApi('GET /v1/Executions/{Sid}', { params: { Sid: sid } }),
  });
}

/** How many of the newest executions at a widget are told. */
const newestShown = 5;

/** The newest active executions at a widget: masked contact and time. Empty while `widget` is null. */
export function useNewestAt(flowSid: string, widget: string | null): readonly string[] {
  const newest = useQuery({
    queryKey: [...keys.all, 'at', flowSid, widget],
    queryFn: async ({ signal }) => {
      const query = { FlowSid: flowSid, Widget: widget ?? '', PageSize: newestShown };
      return (await callApi('GET /v1/Executions', { query, signal })).executions;
    },
    enabled: widget !== null,
    staleTime: 5_000,
  });
  return (newest.data ?? []).map(
    ({ contact_masked: contact, date_created: at }) => `${contact ?? ''} ${dateAndTime(at)}`,
  );
}
