/** Signing in and out on this page, and confirming that it is still oneself. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SecondStepResource, SessionResource } from '#api/people/schemas.ts';
import { callApi, type FormAt } from '../api.ts';
import { sendAllDeferred } from '../deferred-requests.ts';
import { answerByPasskey } from './passkeys.ts';
import { sessionKey } from './session.ts';

/** What is still asked for after the password or a link; null once the person is signed in. */
export function secondStepOf(answer: SessionResource | SecondStepResource | undefined) {
  return answer !== undefined && 'challenge' in answer ? answer : null;
}

/** Keeps the session that a sign-in gives. Clears the cache, as it may hold data of another account. */
export function useKeepSession(): (answer: SessionResource | SecondStepResource) => void {
  const cache = useQueryClient();
  return (answer) => {
    if (secondStepOf(answer) !== null) return;
    cache.clear();
    cache.setQueryData(sessionKey, answer);
  };
}

/** Signs in, or gives the challenge of the second step. */
export function useSignIn() {
  const onSuccess = useKeepSession();
  return useMutation({
    mutationFn: (form: FormAt<'POST /session'>) => callApi('POST /session', { form, anonymous: true }),
    onSuccess,
  });
}

export function useSecondStep() {
  const onSuccess = useKeepSession();
  return useMutation({
    mutationFn: (form: FormAt<'POST /session/second-factor'>) =>
      callApi('POST /session/second-factor', { form, anonymous: true }),
    onSuccess,
  });
}

export function usePasskeySignIn() {
  const onSuccess = useKeepSession();
  return useMutation({
    mutationFn: async () =>
      callApi('POST /session/passkey', { form: await answerByPasskey(), anonymous: true }),
    onSuccess,
  });
}

/** By password or code; by a passkey where the form is left out. */
export function useConfirmMe() {
  return useMutation({
    mutationFn: async (form: FormAt<'POST /v1/Me/Confirmation'> | undefined) =>
      callApi('POST /v1/Me/Confirmation', { form: form ?? (await answerByPasskey()) }),
  });
}

/** Signs out and clears the cache. */
export function useSignOut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // What waits to be sent needs the session.
      await sendAllDeferred();
      return callApi('DELETE /session', { anonymous: true });
    },
    onSuccess: (signedOut) => {
      cache.clear();
      cache.setQueryData(sessionKey, null);
      // Who signed in by a provider signs out there, too.
      if (signedOut) location.assign(signedOut.provider_url);
    },
  });
}
