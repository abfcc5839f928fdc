/** Who is signed in on this page. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#api/paths.ts';
import type { SessionForm, SessionResource } from '#api/system/session.ts';
import { sendAllDeferred } from './deferred-requests.ts';
import { request } from './request.ts';

export const sessionKey = ['session'] as const;

/** The account that is signed in, null when nobody is. */
export async function fetchSession(signal?: AbortSignal): Promise<SessionResource | null> {
  const session = await request<SessionResource | undefined>(paths.session, {
    anonymous: true,
    ...(signal && { signal }),
  });
  return session ?? null;
}

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSession = () => useQuery(sessionQuery);

/** Begins a session. What an earlier one read is forgotten: it may have been another account's. */
export function useSignIn() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: SessionForm) => request<SessionResource>(paths.session, { form, anonymous: true }),
    onSuccess: (session) => {
      cache.clear();
      cache.setQueryData(sessionKey, session);
    },
  });
}

/** Ends the session and forgets everything that was read in it. */
export function useSignOut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // What waits to be sent needs the session.
      await sendAllDeferred();
      await request<void>(paths.session, { method: 'DELETE', anonymous: true });
    },
    onSuccess: () => {
      cache.clear();
      cache.setQueryData(sessionKey, null);
    },
  });
}
