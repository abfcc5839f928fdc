/** Inbound parse: its settings for each host name, and its statistics. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NewParseSetting, ParseSettingChange } from '#api/email/parse-settings.ts';
import type { Period } from '#api/email/parse-stats.ts';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const parseSettingsKey = (target: EmailTarget) => [...emailTargetKey(target), 'parse-settings'];

export const parseStatsKey = (target: EmailTarget) => [...emailTargetKey(target), 'parse-stats'];
const pollMs = 10_000;

/** Days as YYYY-MM-DD, both included. */
export type StatsRange = { from: string; to: string; period: Period };

/** One count for each period of the range, oldest first. The previous response stays until the next has loaded. */
export function useParseStats(target: EmailTarget, { from, to, period }: StatsRange) {
  return useQuery({
    queryKey: [...parseStatsKey(target), from, to, period],
    queryFn: async ({ signal }) => {
      const query = { start_date: from, end_date: to, aggregated_by: period };
      const entries = await callEmail(target, 'GET /v3/user/webhooks/parse/stats', {
        query,
        signal,
      });
      return entries.map(({ date, stats }) => ({ date, received: stats[0]?.metrics.received ?? 0 }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

export function useParseSettings(target: EmailTarget) {
  return useQuery({
    queryKey: parseSettingsKey(target),
    queryFn: async ({ signal }) =>
      (await callEmail(target, 'GET /v3/user/webhooks/parse/settings', { signal })).result,
  });
}

export function useCreateParseSetting(target: EmailTarget) {
  return useChange([parseSettingsKey(target)], (json: NewParseSetting) =>
    callEmail(target, 'POST /v3/user/webhooks/parse/settings', { json }),
  );
}

export function useUpdateParseSetting(target: EmailTarget) {
  return useChange(
    [parseSettingsKey(target)],
    ({ hostname, ...json }: ParseSettingChange & { hostname: string }) =>
      callEmail(target, 'PATCH /v3/user/webhooks/parse/settings/{hostname}', { params: { hostname }, json }),
  );
}

/** Email to the host name is rejected from then on. Sent with `keepalive`. */
export function deleteParseSetting(target: EmailTarget, hostname: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/user/webhooks/parse/settings/{hostname}', {
    params: { hostname },
    keepalive: true,
  });
}
