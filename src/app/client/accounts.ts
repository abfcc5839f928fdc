/** The account, the subaccounts below it, and their tokens. */

import { useQuery } from '@tanstack/react-query';
import type { AccountResource } from '#api/accounts/schemas.ts';
import { accountKeysKey } from './account-keys.ts';
import { callApi, callPage, type FormAt, type ResponseAt } from './api.ts';
import { nextPagePath } from './paging.ts';
import { useChange } from './use-change.ts';

const accountsKey = ['accounts'] as const;
/** A new token may revoke the keys. */
const changed = [accountsKey, accountKeysKey];

/** All subaccounts of the account that is signed in, newest first. */
export function useSubaccounts() {
  return useQuery({
    queryKey: accountsKey,
    queryFn: async ({ signal }) => {
      const found: AccountResource[] = [];
      let address: string | null = null;
      do {
        const page: ResponseAt<'GET /v1/Accounts'> = await callPage('GET /v1/Accounts', address, {
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
  return useChange(changed, (form: FormAt<'POST /v1/Accounts'>) => callApi('POST /v1/Accounts', { form }));
}

export function useSetAccountStatus() {
  return useChange(changed, ({ sid, Status }: { sid: string; Status: AccountResource['status'] }) =>
    callApi('POST /v1/Accounts/{Sid}', { params: { Sid: sid }, form: { Status } }),
  );
}

export type TokenRotation = { sid: string; revokesSessions: boolean; revokesKeys: boolean };

/** Gives an account a new token; this page stays signed in. */
export function useRotateToken() {
  return useChange(changed, ({ sid, revokesSessions, revokesKeys }: TokenRotation) =>
    callApi('POST /v1/Accounts/{Sid}/AuthToken', {
      params: { Sid: sid },
      form: { RevokeSessions: revokesSessions, RevokeKeys: revokesKeys },
    }),
  );
}
