/** The account, the subaccounts below it, and their tokens. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountPage, AccountResource, AccountWithToken } from '#api/accounts/resources.ts';
import { paths } from '#api/paths.ts';
import { accountKeysKey } from './account-keys.ts';
import { fetchPage, nextPagePath } from './paging.ts';
import { request } from './request.ts';

const accountsKey = ['accounts'] as const;

/** All subaccounts of the account that is signed in, newest first. */
export function useSubaccounts() {
  return useQuery({
    queryKey: accountsKey,
    queryFn: async ({ signal }) => {
      const found: AccountResource[] = [];
      let address: string | null = null;
      do {
        const page: AccountPage = await fetchPage(paths.accounts, address, {
          query: { PageSize: 1000 },
          signal,
        });
        found.push(...page.accounts.filter(({ parent_sid }) => parent_sid !== null));
        address = nextPagePath(page.meta);
      } while (address !== null);
      return found;
    },
  });
}

/** Creates a subaccount; its token is in the response and nowhere else. */
export function useCreateSubaccount() {
  return useAccountMutation((form: { FriendlyName: string; Username?: string }) =>
    request<AccountWithToken>(paths.accounts, { form }),
  );
}

export function useSetAccountStatus() {
  return useAccountMutation(({ sid, Status }: { sid: string; Status: AccountResource['status'] }) =>
    request<AccountResource>(paths.account(sid), { form: { Status } }),
  );
}

export type TokenRotation = { sid: string; revokesSessions: boolean; revokesKeys: boolean };

/** Gives an account a new token; this page stays signed in. */
export function useRotateToken() {
  return useAccountMutation(({ sid, revokesSessions, revokesKeys }: TokenRotation) =>
    request<AccountWithToken>(paths.authToken(sid), {
      form: { RevokeSessions: String(revokesSessions), RevokeKeys: String(revokesKeys) },
    }),
  );
}

function useAccountMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: accountsKey });
      void cache.invalidateQueries({ queryKey: accountKeysKey });
    },
  });
}
