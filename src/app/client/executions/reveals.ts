/** What is masked for a role, shown in one execution for a while. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../api.ts';
import { useMay } from '../people/session.ts';

const executionsKey = ['executions'] as const;

/** Until when an execution is shown, in epoch milliseconds; null where it is masked, or nothing is masked for the role. */
export function useShownUntil(sid: string): number | null {
  const cache = useQueryClient();
  const seesAll = useMay('contacts.unmasked');
  const { data: until = null } = useQuery({
    queryKey: [...executionsKey, 'reveals', sid],
    queryFn: async ({ signal }) => {
      const { reveals } = await callApi('GET /v1/Executions/{Sid}/Reveals', { params: { Sid: sid }, signal });
      const [reveal] = reveals;
      return reveal === undefined ? null : Date.parse(reveal.date_expires);
    },
    enabled: !seesAll,
  });
  useEffect(() => {
    if (until === null) return;
    // What was shown does not stay on the page.
    const timer = setTimeout(
      () => void cache.invalidateQueries({ queryKey: executionsKey }),
      Math.max(0, until - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [cache, until]);
  return until;
}

/** Shows an execution to who is signed in; everything that is known of executions is then loaded again. */
export function useReveal(sid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      callApi('POST /v1/Executions/{Sid}/Reveals', { params: { Sid: sid }, form: { Reason: reason } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: executionsKey }),
  });
}
