/** The accounts in which one has a role, and going on in another one. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../api.ts';

/** In order of their names. */
export function useMyAccounts(isWanted = true) {
  return useQuery({
    queryKey: ['my-accounts'],
    queryFn: async ({ signal }) => (await callApi('GET /v1/Me/Accounts', { signal })).accounts,
    enabled: isWanted,
  });
}

/**
 * Goes on in another account, at its flows or at `to`: the page starts again there, since all that it shows is of the one before. What is typed and not
 * sent yet is kept with its flow.
 */
export function useSwitchAccount() {
  return useMutation({
    mutationFn: ({ account }: { account: string; to?: string }) =>
      callApi('POST /v1/Me/Account', { form: { AccountSid: account } }),
    onSuccess: (_, { to = '/flows' }) => location.assign(to),
  });
}
