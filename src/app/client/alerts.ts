/** Alerts and their rules. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AlertState } from '#api/alerts/kinds.ts';
import { callApi, type FormAt } from './api.ts';
import { pagesOf } from './paging.ts';
import { useChange } from './use-change.ts';

const keys = {
  all: ['alerts'],
  rules: ['alerts', 'rules'],
  list: (state: AlertState) => ['alerts', 'list', state] as const,
} as const;

/** The newest first, refreshed every 10 s while they are shown. */
export function useAlerts(state: AlertState) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Alerts', keys.list(state), { query: { State: state, PageSize: 20 } }),
    refetchInterval: 10_000,
  });
}

export function useAlertRules() {
  return useQuery({
    queryKey: keys.rules,
    queryFn: async ({ signal }) => (await callApi('GET /v1/AlertRules', { signal })).rules,
    refetchInterval: 10_000,
  });
}

/** The gaps of a rule about the starts of one flow. */
export function useAlertGaps(key: string) {
  return useQuery({
    queryKey: [...keys.rules, 'gaps', key],
    queryFn: ({ signal }) => callApi('GET /v1/AlertRules/{Key}/Gaps', { params: { Key: key }, signal }),
    refetchInterval: 60_000,
  });
}

export type AlertChange = FormAt<'POST /v1/Alerts/{Sid}'>;

export function useUpdateAlert() {
  return useChange([keys.all], ({ sid, form }: { sid: string; form: AlertChange }) =>
    callApi('POST /v1/Alerts/{Sid}', { params: { Sid: sid }, form }),
  );
}

export type RuleForm = FormAt<'POST /v1/AlertRules/{Key}'>;

export function useUpdateRule() {
  return useChange([keys.all], ({ key, form }: { key: string; form: RuleForm }) =>
    callApi('POST /v1/AlertRules/{Key}', { params: { Key: key }, form }),
  );
}

/** What is set for the rule goes; the default applies. */
export function useDeleteRule() {
  return useChange([keys.all], (key: string) =>
    callApi('DELETE /v1/AlertRules/{Key}', { params: { Key: key } }),
  );
}

/** A test notice by each way of a rule. */
export function useTestRule() {
  return useChange([], (key: string) => callApi('POST /v1/AlertRules/{Key}/Test', { params: { Key: key } }));
}
