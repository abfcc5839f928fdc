/**
 * What groups, and signing in by identity providers, are asked with: the provider is not there, so each sign-in leads back.
 */

import type { KnownResources } from './known-resources.ts';

type Forms = Record<string, { fields?: Record<string, string> }>;

export function signInForms(known: KnownResources, name: string): Forms {
  const provider = { Name: name, Issuer: 'http://127.0.0.1:9', ClientId: 'contract' };
  return {
    CreateIdentityProvider: { fields: provider },
    UpdateIdentityProvider: { fields: { Name: name } },
    CreateSignInRule: {
      fields: {
        ...{ ProviderSid: known.newest('IP'), Name: name, Claim: 'groups', Value: 'desk', Role: 'viewer' },
        ...{ AccountSid: known.values.get('own account') ?? '' },
      },
    },
    CreateGroup: { fields: { Name: name, People: '[]', Memberships: '{}' } },
    UpdateGroup: { fields: { People: '[]' } },
    UpdateSignInSettings: { fields: { TokenSignIn: 'true' } },
  };
}
