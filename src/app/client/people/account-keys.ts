/** The API keys of the account that is signed in. */

import { useQuery } from '@tanstack/react-query';
import { callApi, type FormAt } from '../api.ts';
import { useChange } from '../use-change.ts';

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
  return useChange([accountKeysKey], (form: FormAt<'POST /v1/ApiKeys'>) =>
    callApi('POST /v1/ApiKeys', { form }),
  );
}

export function useDeleteAccountKey() {
  return useChange([accountKeysKey], (Sid: string) =>
    callApi('DELETE /v1/ApiKeys/{Sid}', { params: { Sid } }),
  );
}
