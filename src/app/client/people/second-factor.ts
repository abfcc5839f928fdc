/** One's own second factor, recovery codes and passkeys. */

import { useQuery } from '@tanstack/react-query';
import { callApi, type FormAt } from '../api.ts';
import { useChange } from '../use-change.ts';
import { makePasskey } from './passkeys.ts';

const secondFactorKey = ['second-factor'] as const;
const passkeysKey = ['passkeys'] as const;
const mySessionsKey = ['my-sessions'] as const;

export function useSecondFactor() {
  return useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => callApi('GET /v1/Me/SecondFactor', { signal }),
  });
}

/** The secret is in the response and nowhere else; it counts once a code of it was confirmed. */
export function useCreateSecondFactor() {
  return useChange([], () => callApi('POST /v1/Me/SecondFactor'));
}

/** The recovery codes are in the response and nowhere else. */
export function useEnableSecondFactor() {
  return useChange(
    [secondFactorKey, mySessionsKey],
    (form: FormAt<'POST /v1/Me/SecondFactor/Confirmation'>) =>
      callApi('POST /v1/Me/SecondFactor/Confirmation', { form }),
  );
}

export function useRemoveSecondFactor() {
  return useChange([secondFactorKey], () => callApi('DELETE /v1/Me/SecondFactor'));
}

export function useCreateRecoveryCodes() {
  return useChange([secondFactorKey], () => callApi('POST /v1/Me/RecoveryCodes'));
}

/** The newest first. */
export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) => (await callApi('GET /v1/Me/Passkeys', { signal })).passkeys,
  });
}

/** Makes one in this browser, and adds it under a name. */
export function useAddPasskey() {
  return useChange([passkeysKey], async (FriendlyName: string) =>
    callApi('POST /v1/Me/Passkeys', { form: { ...(await makePasskey()), FriendlyName } }),
  );
}

export function useRemovePasskey(Sid: string) {
  return useChange([passkeysKey], () => callApi('DELETE /v1/Me/Passkeys/{Sid}', { params: { Sid } }));
}
