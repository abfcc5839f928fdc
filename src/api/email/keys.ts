/** API keys: requests and responses. Only the response to creating a key has its text. */

import { type Static, Type } from 'typebox';
import { resource } from '../operation/operation.ts';
import { type AccessKind, accessKinds } from './scopes.ts';

/** Characters of a key, `SG.` included. */
export const keyLength = 69;
export const maxKeys = 100;

const name = Type.String({ minLength: 1, maxLength: 100 });
const scopeNames = Type.Array(Type.String(), { maxItems: 1_000 });

/** Without scopes the key has Full Access. */
export const newKeySchema = Type.Object({ name, scopes: Type.Optional(scopeNames) });
export type NewKey = Static<typeof newKeySchema>;

export const keyNameSchema = Type.Object({ name });

/** Name and scopes replace those of the key; at least one scope is needed. */
export const keyChangeSchema = Type.Object({ name, scopes: Type.Optional(scopeNames) });
export type KeyChange = Static<typeof keyChangeSchema>;

export const keySummarySchema = resource('ApiKeySummary', { api_key_id: Type.String(), name: Type.String() });

export const keySchema = resource('ApiKey', {
  api_key_id: Type.String(),
  name: Type.String(),
  scopes: scopeNames,
});
export type Key = Static<typeof keySchema>;

export const apiKeyWithSecretSchema = resource('NewApiKey', {
  api_key: Type.String({ minLength: keyLength, maxLength: keyLength }),
  api_key_id: Type.String(),
  name: Type.String(),
  scopes: scopeNames,
});
export type ApiKeyWithSecret = Static<typeof apiKeyWithSecretSchema>;

/** How a key is used; only with `include=usage`, which the page asks for. */
export const keyUsageSchema = Type.Object({
  access: Type.Unsafe<AccessKind>({ type: 'string', enum: accessKinds }),
  created_at: Type.String(),
  /** Kept to the minute; null before the first use. */
  last_used_at: Type.Union([Type.String(), Type.Null()]),
});

export const listedKeySchema = resource('ListedApiKey', {
  api_key_id: Type.String(),
  name: Type.String(),
  usage: Type.Optional(keyUsageSchema),
});
export type ListedKey = Static<typeof listedKeySchema>;

export const keyListSchema = resource('ApiKeyList', { result: Type.Array(listedKeySchema) });

export const scopeListSchema = resource('ScopeList', { scopes: scopeNames });
