/** Who is signed in on this page. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#api/paths.ts';
import type { SessionForm, SessionResource } from '#api/system/session.ts';
import { sendAllDeferred } from './deferred-requests.ts';
import { request } from './request.ts';

export const sessionKey = ['session'] as const;

/** The session, null when nobody is signed in. */
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

/** Signs in. Clears the cache, as it may hold data of another account. */
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

/** Signs out and clears the cache. */
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
