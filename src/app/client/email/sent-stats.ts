/** Statistics of sent email, in all, of one category or of one mailbox provider, and the categories that there are. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EmailMetrics } from '#api/email/email-stats.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';
import type { StatsRange } from './inbound-parse.ts';

const pollMs = 10_000;

/** An entry for each period of the range, oldest first. The previous response stays until the next has loaded. */
export function useSentStats(
  target: EmailTarget,
  {
    from,
    to,
    period,
    category,
    provider,
  }: StatsRange & { category: string | undefined; provider: string | undefined },
) {
  return useQuery({
    queryKey: [...emailTargetKey(target), 'sent-stats', from, to, period, category ?? null, provider ?? null],
    queryFn: async ({ signal }) => {
      const query = { start_date: from, end_date: to, aggregated_by: period };
      const entries: { date: string; stats: { metrics: EmailMetrics }[] }[] =
        provider !== undefined
          ? await callEmail(target, 'GET /v3/mailbox_providers/stats', {
              query: { ...query, mailbox_providers: provider },
              signal,
            })
          : category === undefined
            ? await callEmail(target, 'GET /v3/stats', { query, signal })
            : await callEmail(target, 'GET /v3/categories/stats', {
                query: { ...query, categories: category },
                signal,
              });
      return entries.flatMap(({ date, stats: [first] }) =>
        first === undefined ? [] : [{ date, metrics: first.metrics }],
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

export function useEmailCategories(target: EmailTarget) {
  return useQuery({
    queryKey: [...emailTargetKey(target), 'email-categories'],
    queryFn: async ({ signal }) =>
      (await callEmail(target, 'GET /v3/categories', { query: { limit: 500 }, signal })).map(
        ({ category }) => category,
      ),
  });
}
