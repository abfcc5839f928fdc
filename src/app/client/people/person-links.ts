/** Links of invitations and to a new password: what they are for, and their use, which signs in. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi, type FormAt } from '../api.ts';
import { useKeepSession } from './sign-in.ts';

/** What the link with this token is for. */
export function usePersonLink(token: string) {
  return useQuery({
    queryKey: ['person-link', token],
    queryFn: ({ signal }) =>
      callApi('POST /session/link', { form: { Token: token }, anonymous: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Uses the link up, and signs in or gives the challenge of the second step. */
export function useAcceptPersonLink() {
  const onSuccess = useKeepSession();
  return useMutation({
    mutationFn: (form: FormAt<'POST /session/link/use'>) =>
      callApi('POST /session/link/use', { form, anonymous: true }),
    onSuccess,
  });
}
