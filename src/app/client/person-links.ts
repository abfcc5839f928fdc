/** Links of invitations and to a new password: what they are for, and their use, which signs in. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, type FormAt } from './api.ts';
import { sessionKey } from './session.ts';

/** What the link with this token is for. */
export function usePersonLink(token: string) {
  return useQuery({
    queryKey: ['person-link', token],
    queryFn: ({ signal }) =>
      callApi('POST /session/link', { form: { Token: token }, anonymous: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Uses the link up. Clears the cache as a sign-in does. */
export function useAcceptPersonLink() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /session/link/use'>) =>
      callApi('POST /session/link/use', { form, anonymous: true }),
    onSuccess: (session) => {
      cache.clear();
      cache.setQueryData(sessionKey, session);
    },
  });
}
