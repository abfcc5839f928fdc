/** Who is signed in on this page. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Permission } from '#api/people/roles.ts';
import type { SessionResource } from '#api/people/schemas.ts';
import { callApi } from '../api.ts';

export const sessionKey = ['session'] as const;

/** The session, null when no one is signed in. */
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
