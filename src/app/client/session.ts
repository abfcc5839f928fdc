/** Who is signed in on this page. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Permission } from '#api/people/roles.ts';
import type { SessionResource } from '#api/people/schemas.ts';
import { callApi, type FormAt } from './api.ts';
import { sendAllDeferred } from './deferred-requests.ts';

export const sessionKey = ['session'] as const;

/** The session, null when nobody is signed in. */
export async function fetchSession(signal?: AbortSignal): Promise<SessionResource | null> {
  return (await callApi('GET /session', { anonymous: true, ...(signal && { signal }) })) ?? null;
}

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSession = () => useQuery(sessionQuery);

/**
 * Whether who is signed in may do this. True while that is not known: the server decides in any case, and nothing should
 * appear late.
 */
export function useMay(permission: Permission): boolean {
  return useSession().data?.permissions.includes(permission) !== false;
}

/** Signs in. Clears the cache, as it may hold data of another account. */
export function useSignIn() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /session'>) => callApi('POST /session', { form, anonymous: true }),
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
      return callApi('DELETE /session', { anonymous: true });
    },
    onSuccess: (signedOut) => {
      cache.clear();
      cache.setQueryData(sessionKey, null);
      // Who signed in by a provider signs out there, too.
      if (signedOut) location.assign(signedOut.provider_url);
    },
  });
}
