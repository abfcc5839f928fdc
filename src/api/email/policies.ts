/** Security policies of webhooks: an OAuth client and a signature under one name. */

import { type Static, Type } from 'typebox';
import { nullable, resource } from '../operation/operation.ts';

const oauthInput = Type.Object({
  client_id: Type.String({ minLength: 1 }),
  client_secret: Type.Optional(Type.String()),
  token_url: Type.String({ maxLength: 2048, description: 'An http or https URL.' }),
  scopes: Type.Optional(Type.Array(Type.String(), { maxItems: 1_000 })),
});

export const policyInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  oauth: Type.Optional(nullable(oauthInput)),
  signature: Type.Optional(nullable(Type.Object({ enabled: Type.Boolean() }))),
});

export type PolicyInput = Static<typeof policyInputSchema>;

export const policyChangeSchema = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  oauth: Type.Optional(nullable(oauthInput)),
  signature: Type.Optional(nullable(Type.Object({ enabled: Type.Boolean() }))),
});

export type PolicyChange = Static<typeof policyChangeSchema>;

const policyFields = resource('WebhookPolicy', {
  id: Type.String(),
  name: Type.String(),
  oauth: Type.Optional(
    Type.Object({
      client_id: Type.String(),
      token_url: Type.String(),
      scopes: Type.Array(Type.String()),
    }),
  ),
  signature: Type.Optional(Type.Object({ public_key: Type.String() })),
});

export type Policy = Static<typeof policyFields>;

export const policySchema = resource('WebhookPolicyAnswer', { policy: policyFields });
export const policyListSchema = resource('WebhookPolicyList', { policies: Type.Array(policyFields) });
