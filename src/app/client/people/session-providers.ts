/** What the sign-in page offers besides a password: identity providers, and links to a new password. */

import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { mailLanguage } from '../mail-language.ts';

const query = queryOptions({
  queryKey: ['session-providers'],
  queryFn: ({ signal }) => callApi('GET /session/providers', { anonymous: true, signal }),
  staleTime: 60_000,
});

export function useSessionProviders() {
  return useQuery({ ...query, select: ({ providers }) => providers });
}

/** True where who has forgotten a password gets a link by email. */
export function useSendsPasswordLinks(): boolean {
  return useQuery(query).data?.sends_password_links ?? false;
}

export function useAskPasswordLink() {
  return useMutation({
    mutationFn: (Email: string) =>
      callApi('POST /session/password-links', {
        form: { Email, Language: mailLanguage() },
        anonymous: true,
      }),
  });
}
