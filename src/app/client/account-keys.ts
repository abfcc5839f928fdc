/** The API keys of the account that is signed in. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountKeyPage, AccountKeyWithSecret } from '#api/accounts/resources.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

/** Also invalidated when the token is replaced, which may revoke them. */
export const accountKeysKey = ['account-keys'] as const;

/** All keys, newest first; an account has a hundred at most. */
export function useAccountKeys() {
  return useQuery({
    queryKey: accountKeysKey,
    queryFn: async ({ signal }) =>
      (await request<AccountKeyPage>(paths.apiKeys, { query: { PageSize: 1000 }, signal })).api_keys,
  });
}

/** Creates a key; its secret is in the response and nowhere else. */
export function useCreateAccountKey() {
  return useKeyMutation((form: { FriendlyName: string; ApprovesPublishing?: string }) =>
    request<AccountKeyWithSecret>(paths.apiKeys, { form }),
  );
}

export function useDeleteAccountKey() {
  return useKeyMutation((sid: string) => request<void>(paths.apiKey(sid), { method: 'DELETE' }));
}

function useKeyMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: accountKeysKey }),
  });
}
