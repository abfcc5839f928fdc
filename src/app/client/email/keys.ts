/** The API keys of the account. A key's text is in the answer to its making and nowhere else. */

import { useQueries, useQuery } from '@tanstack/react-query';
import type { Key, KeyChange, ListedKey, MadeKey, NewKey } from '#api/email/keys.ts';
import { emailPaths } from '#api/email/paths.ts';
import { useEmailChange } from './change.ts';
import { emailRequest } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

const about = 'keys';
export const keysKey = (standing: Standing) => [...standingKey(standing), about];

/** Newest first, with how each is used. */
export function useKeys(standing: Standing) {
  return useQuery({
    queryKey: keysKey(standing),
    queryFn: async ({ signal }) => {
      const query = { include: 'usage' };
      const list = await emailRequest<{ result: ListedKey[] }>(standing, emailPaths.keys, { query, signal });
      return list.result.toReversed();
    },
  });
}

function keyQuery(standing: Standing, id: string) {
  return {
    queryKey: [...keysKey(standing), id],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      emailRequest<Key>(standing, emailPaths.key(id), { signal }),
    staleTime: 60_000,
  };
}

export function useKey(standing: Standing, id: string) {
  return useQuery(keyQuery(standing, id));
}

/** The scopes of several keys by their ids; those not yet known are missing. */
export function useScopesOf(standing: Standing, ids: readonly string[]): ReadonlyMap<string, Key['scopes']> {
  return useQueries({
    queries: ids.map((id) => keyQuery(standing, id)),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.api_key_id, data.scopes]] : []))),
  });
}

export function useCreateKey(standing: Standing) {
  return useEmailChange(standing, about, (json: NewKey) =>
    emailRequest<MadeKey>(standing, emailPaths.keys, { json }),
  );
}

/** Name and scopes replace those of the key. */
export function useReplaceKey(standing: Standing) {
  return useEmailChange(standing, about, ({ id, ...json }: KeyChange & { id: string }) =>
    emailRequest<Key>(standing, emailPaths.key(id), { method: 'PUT', json }),
  );
}

export function useRenameKey(standing: Standing) {
  return useEmailChange(standing, about, ({ id, name }: { id: string; name: string }) =>
    emailRequest<void>(standing, emailPaths.key(id), { method: 'PATCH', json: { name } }),
  );
}

/** Ends a key; it outlives the page. */
export function deleteKey(standing: Standing, id: string): Promise<void> {
  return emailRequest(standing, emailPaths.key(id), { method: 'DELETE', keepalive: true });
}
