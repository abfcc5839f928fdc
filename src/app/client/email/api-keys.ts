/** The API keys of the account. The key itself is only in the response that creates it. */

import { useQueries, useQuery } from '@tanstack/react-query';
import type { ApiKeyWithSecret, Key, KeyChange, ListedKey, NewKey } from '#api/email/keys.ts';
import { emailPaths } from '#api/email/paths.ts';
import { useEmailMutation } from './email-mutation.ts';
import { emailRequest } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const resource = 'keys';
export const keysKey = (target: EmailTarget) => [...emailTargetKey(target), resource];

/** Newest first, with how each is used. */
export function useKeys(target: EmailTarget) {
  return useQuery({
    queryKey: keysKey(target),
    queryFn: async ({ signal }) => {
      const query = { include: 'usage' };
      const list = await emailRequest<{ result: ListedKey[] }>(target, emailPaths.keys, { query, signal });
      return list.result.toReversed();
    },
  });
}

function keyQuery(target: EmailTarget, id: string) {
  return {
    queryKey: [...keysKey(target), id],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      emailRequest<Key>(target, emailPaths.key(id), { signal }),
    staleTime: 60_000,
  };
}

export function useKey(target: EmailTarget, id: string) {
  return useQuery(keyQuery(target, id));
}

/** The scopes of several keys by their ids; those not yet known are missing. */
export function useScopesOf(target: EmailTarget, ids: readonly string[]): ReadonlyMap<string, Key['scopes']> {
  return useQueries({
    queries: ids.map((id) => keyQuery(target, id)),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.api_key_id, data.scopes]] : []))),
  });
}

export function useCreateKey(target: EmailTarget) {
  return useEmailMutation(target, resource, (json: NewKey) =>
    emailRequest<ApiKeyWithSecret>(target, emailPaths.keys, { json }),
  );
}

/** Name and scopes replace those of the key. */
export function useReplaceKey(target: EmailTarget) {
  return useEmailMutation(target, resource, ({ id, ...json }: KeyChange & { id: string }) =>
    emailRequest<Key>(target, emailPaths.key(id), { method: 'PUT', json }),
  );
}

export function useRenameKey(target: EmailTarget) {
  return useEmailMutation(target, resource, ({ id, name }: { id: string; name: string }) =>
    emailRequest<void>(target, emailPaths.key(id), { method: 'PATCH', json: { name } }),
  );
}

/** Revokes a key. Sent with `keepalive`. */
export function deleteKey(target: EmailTarget, id: string): Promise<void> {
  return emailRequest(target, emailPaths.key(id), { method: 'DELETE', keepalive: true });
}
