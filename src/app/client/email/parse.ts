/** Inbound parse: where mail to a host name goes, and how much came. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NewParseSetting, ParseSetting, ParseSettingChange } from '#api/email/parse-settings.ts';
import type { ParseStatsEntry, Period } from '#api/email/parse-stats.ts';
import { emailPaths } from '#api/email/paths.ts';
import { useEmailChange } from './change.ts';
import { emailRequest } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

const about = 'parse-settings';
export const parseSettingsKey = (standing: Standing) => [...standingKey(standing), about];

export const parseStatsKey = (standing: Standing) => [...standingKey(standing), 'parse-stats'];
const pollMs = 10_000;

/** Days as YYYY-MM-DD, both included. */
export type StatsRange = { from: string; to: string; period: Period };

/** One count for each period of the range, oldest first. The last answer stays until the next is there. */
export function useParseStats(standing: Standing, { from, to, period }: StatsRange) {
  return useQuery({
    queryKey: [...parseStatsKey(standing), from, to, period],
    queryFn: async ({ signal }) => {
      const query = { start_date: from, end_date: to, aggregated_by: period };
      const entries = await emailRequest<ParseStatsEntry[]>(standing, emailPaths.parseStats, {
        query,
        signal,
      });
      return entries.map(({ date, stats }) => ({ date, received: stats[0]?.metrics.received ?? 0 }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

export function useParseSettings(standing: Standing) {
  return useQuery({
    queryKey: parseSettingsKey(standing),
    queryFn: async ({ signal }) =>
      (await emailRequest<{ result: ParseSetting[] }>(standing, emailPaths.parseSettings, { signal })).result,
  });
}

export function useCreateParseSetting(standing: Standing) {
  return useEmailChange(standing, about, (json: NewParseSetting) =>
    emailRequest<ParseSetting>(standing, emailPaths.parseSettings, { json }),
  );
}

export function useChangeParseSetting(standing: Standing) {
  return useEmailChange(standing, about, ({ hostname, ...json }: ParseSettingChange & { hostname: string }) =>
    emailRequest<ParseSetting>(standing, emailPaths.parseSetting(hostname), { method: 'PATCH', json }),
  );
}

/** Mail to the host name is refused from then on; the request outlives the page. */
export function deleteParseSetting(standing: Standing, hostname: string): Promise<void> {
  return emailRequest(standing, emailPaths.parseSetting(hostname), { method: 'DELETE', keepalive: true });
}
