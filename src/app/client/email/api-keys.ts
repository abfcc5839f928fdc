/** The API keys of the account. The key itself is only in the response that creates it. */

import { useQueries, useQuery } from '@tanstack/react-query';
import type { Key, KeyChange, NewKey } from '#api/email/keys.ts';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const keysKey = (target: EmailTarget) => [...emailTargetKey(target), 'keys'];

/** Newest first, with how each is used. */
export function useKeys(target: EmailTarget) {
  return useQuery({
    queryKey: keysKey(target),
    queryFn: async ({ signal }) => {
      const list = await callEmail(target, 'GET /v3/api_keys', { query: { include: 'usage' }, signal });
      return list.result.toReversed();
    },
  });
}

function keyQuery(target: EmailTarget, id: string) {
  return {
    queryKey: [...keysKey(target), id],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callEmail(target, 'GET /v3/api_keys/{api_key_id}', { params: { api_key_id: id }, signal }),
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
  return useChange([keysKey(target)], (json: NewKey) => callEmail(target, 'POST /v3/api_keys', { json }));
}

/** Name and scopes replace those of the key. */
export function useReplaceKey(target: EmailTarget) {
  return useChange([keysKey(target)], ({ id, ...json }: KeyChange & { id: string }) =>
    callEmail(target, 'PUT /v3/api_keys/{api_key_id}', { params: { api_key_id: id }, json }),
  );
}

export function useRenameKey(target: EmailTarget) {
  return useChange([keysKey(target)], ({ id, name }: { id: string; name: string }) =>
    callEmail(target, 'PATCH /v3/api_keys/{api_key_id}', { params: { api_key_id: id }, json: { name } }),
  );
}

/** Revokes a key. Sent with `keepalive`. */
export function deleteKey(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/api_keys/{api_key_id}', {
    params: { api_key_id: id },
    keepalive: true,
  });
}
