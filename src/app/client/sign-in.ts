/** Signing in and out on this page. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi, type FormAt } from './api.ts';
import { sendAllDeferred } from './deferred-requests.ts';
import { sessionKey } from './session.ts';

/** Signs in. Clears the cache, as it may hold data of another account. */
export function useSignIn() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /session'>) => callApi('POST /session', { form, anonymous: true }),
    onSuccess: (session) => {
      cache.clear();
      cache.setQueryData(sessionKey, session);
    },
  });
}

/** Signs out and clears the cache. */
export function useSignOut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // What waits to be sent needs the session.
      await sendAllDeferred();
      await callApi('DELETE /session', { anonymous: true });
    },
    onSuccess: () => {
      cache.clear();
      cache.setQueryData(sessionKey, null);
    },
  });
}
