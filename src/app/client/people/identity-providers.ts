/** Signing in by identity providers: which there are, their rules, and what else people sign in by. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, type FormAt } from '../api.ts';
import { useChange } from '../use-change.ts';
import { membersKey } from './people.ts';

const providersKey = ['identity-providers'] as const;
const rulesKey = ['sign-in-rules'] as const;
const settingsKey = ['sign-in-settings'] as const;

/** All of the account, newest first. */
export function useIdentityProviders() {
  return useQuery({
    queryKey: providersKey,
    queryFn: async ({ signal }) =>
      (await callApi('GET /v1/IdentityProviders', { query: { PageSize: 1000 }, signal })).identity_providers,
  });
}

export function useCreateIdentityProvider() {
  return useChange([providersKey], (form: FormAt<'POST /v1/IdentityProviders'>) =>
    callApi('POST /v1/IdentityProviders', { form }),
  );
}

export function useUpdateIdentityProvider(Sid: string) {
  return useChange([providersKey], (form: FormAt<'POST /v1/IdentityProviders/{Sid}'>) =>
    callApi('POST /v1/IdentityProviders/{Sid}', { params: { Sid }, form }),
  );
}

/** Its rules, and the memberships they gave, go with it. */
export function useDeleteIdentityProvider(Sid: string) {
  return useChange([providersKey, rulesKey, membersKey], () =>
    callApi('DELETE /v1/IdentityProviders/{Sid}', { params: { Sid } }),
  );
}

export function useCheckIdentityProvider(Sid: string) {
  return useChange([], () => callApi('POST /v1/IdentityProviders/{Sid}/Check', { params: { Sid } }));
}

/** The token is in this answer alone. */
export function useCreateScimToken(Sid: string) {
  return useChange([providersKey], () =>
    callApi('POST /v1/IdentityProviders/{Sid}/ScimToken', { params: { Sid } }),
  );
}

export function useDeleteScimToken(Sid: string) {
  return useChange([providersKey], () =>
    callApi('DELETE /v1/IdentityProviders/{Sid}/ScimToken', { params: { Sid } }),
  );
}

/** All of the account, newest first; `enabled` where the role may see them. */
export function useSignInRules(enabled = true) {
  return useQuery({
    enabled,
    queryKey: rulesKey,
    queryFn: async ({ signal }) =>
      (await callApi('GET /v1/SignInRules', { query: { PageSize: 1000 }, signal })).rules,
  });
}

export function useCreateSignInRule() {
  return useChange([rulesKey], (form: FormAt<'POST /v1/SignInRules'>) =>
    callApi('POST /v1/SignInRules', { form }),
  );
}

export function useDeleteSignInRule(Sid: string) {
  return useChange([rulesKey, membersKey], () =>
    callApi('DELETE /v1/SignInRules/{Sid}', { params: { Sid } }),
  );
}

export function useSignInSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi('GET /v1/SignInSettings', { signal }),
  });
}

export function useUpdateSignInSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FormAt<'POST /v1/SignInSettings'>) => callApi('POST /v1/SignInSettings', { form }),
    // Not read again: who now lacks a second factor would be refused.
    onSuccess: (settings) => cache.setQueryData(settingsKey, settings),
  });
}
