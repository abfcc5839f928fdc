/** The account, the subaccounts below it, and their tokens. */

import { useQuery } from '@tanstack/react-query';
import type { AccountResource } from '#api/accounts/schemas.ts';
import { callApi, callPage, type FormAt } from '../api.ts';
import { everyPage } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { accountKeysKey } from './account-keys.ts';
import { useSession } from './session.ts';

const accountsKey = ['accounts'] as const;
/** A new token may revoke the keys. */
const changed = [accountsKey, accountKeysKey];

/** All subaccounts of the account that is signed in, newest first. */
export function useSubaccounts() {
  return useQuery({
    queryKey: accountsKey,
    queryFn: async ({ signal }) => {
      const pages = await everyPage((path) =>
        callPage('GET /v1/Accounts', path, { query: { PageSize: 1000 }, signal }),
      );
      return pages.flatMap(({ accounts }) => accounts).filter(({ parent_sid }) => parent_sid !== null);
    },
  });
}

/** The names of the accounts below that of the session, and its own, by SID. */
export function useAccountNames(): ReadonlyMap<string, string> {
  const own = useSession().data;
  const accounts = useSubaccounts().data ?? [];
  return new Map([
    ...(own == null ? [] : [[own.account_sid, own.friendly_name] as const]),
    ...accounts.map(({ sid, friendly_name }) => [sid, friendly_name] as const),
  ]);
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
