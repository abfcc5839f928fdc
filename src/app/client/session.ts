/** Who is signed in on this page. */

import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#api/paths.ts';
import type { SessionForm, SessionResource } from '#api/session.ts';
import { RequestError, request } from './request.ts';

export const sessionKey = ['session'] as const;

/** The account that is signed in, null when nobody is. */
export async function fetchSession(signal?: AbortSignal): Promise<SessionResource | null> {
  try {
    return await request<SessionResource>(paths.session, signal ? { signal } : {});
  } catch (failure) {
    if (failure instanceof RequestError && failure.status === 401) return null;
    throw failure;
  }
}

export function useSession(): UseQueryResult<SessionResource | null> {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useSignIn() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: SessionForm) => request<SessionResource>(paths.session, { form }),
    onSuccess: (session) => cache.setQueryData(sessionKey, session),
  });
}

/** Ends the session and forgets everything that was read in it. */
export function useSignOut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>(paths.session, { method: 'DELETE' }),
    onSuccess: () => {
      cache.clear();
      cache.setQueryData(sessionKey, null);
    },
  });
}
