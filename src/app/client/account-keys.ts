/** The API keys of the account that is signed in. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, type FormAt } from './api.ts';

/** Also invalidated when the token is replaced, which may revoke them. */
export const accountKeysKey = ['account-keys'] as const;

/** All keys, newest first; an account has a hundred at most. */
export function useAccountKeys() {
  return useQuery({
    queryKey: accountKeysKey,
    queryFn: async ({ signal }) =>
      (await callApi('GET /v1/ApiKeys', { query: { PageSize: 1000 }, signal })).api_keys,
  });
}

/** Creates a key; its secret is in the response and nowhere else. */
export function useCreateAccountKey() {
  return useKeyMutation((form: FormAt<'POST /v1/ApiKeys'>) => callApi('POST /v1/ApiKeys', { form }));
}

export function useDeleteAccountKey() {
  return useKeyMutation((Sid: string) => callApi('DELETE /v1/ApiKeys/{Sid}', { params: { Sid } }));
}

function useKeyMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: accountKeysKey }),
  });
}
