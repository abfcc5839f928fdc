/** Resources of signing in by identity providers: providers, rules and settings. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { role } from './schemas.ts';

export const providerStatus = oneOf(['active', 'disabled'], 'A disabled one cannot be used to sign in.');

export const issuer = Type.String({
  format: 'uri',
  maxLength: 500,
  // The issuer of OpenID Connect Discovery has neither query nor fragment.
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://(?![^/?#]*@)[^\\s/?#]+(/[^\\s?#]*)?$',
  description: 'Its issuer: the address before `/.well-known/openid-configuration`.',
  mismatch: 'must be an http or https URL without a user name, a query or a fragment',
});

/** RFC 6749, 3.3. */
export const scopes = Type.String({
  maxLength: 500,
  pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
  description: '`openid profile email` by default; `openid` is added where it is left out.',
  mismatch: 'must be scopes with a space between them',
});

export const ruleOperator = oneOf(
  ['is', 'contains'],
  '`is`: the claim is that text. `contains`: it is a list that has it, or words of which it is one.',
);

export const identityProviderSchema = resource('IdentityProvider', {
  sid: sid('IP'),
  account_sid: sid('AC'),
  name: Type.String(),
  issuer: Type.String(),
  client_id: Type.String(),
  has_secret: Type.Boolean({ description: 'A client secret is stored; it is never shown.' }),
  scopes: Type.String(),
  status: providerStatus,
  redirect_url: url({ description: 'To be entered at the provider as redirect URI.' }),
  signed_out_url: url({ description: 'To be entered there as post-logout redirect URI.' }),
  backchannel_logout_uri: url({
    description: 'To be entered there as back-channel logout URI: signing out there ends sessions here.',
  }),
  scim_url: url({ description: 'To be entered there as the address of SCIM, with the token.' }),
  date_scim_token_created: nullable(dateTime({ description: 'Null without a SCIM token.' })),
  date_scim_token_used: nullable(dateTime({ description: 'When it was last used, to the minute.' })),
  date_created: dateTime(),
  url: url(),
});

export type IdentityProviderResource = Static<typeof identityProviderSchema>;

export const scimTokenSchema = resource('ScimToken', {
  provider_sid: sid('IP'),
  token: Type.String({ description: 'To be sent as `Authorization: Bearer …`.' }),
  scim_url: url(),
  date_created: dateTime(),
});

export const providerCheckSchema = resource('IdentityProviderCheck', {
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why its configuration cannot be used; null when it can.',
  }),
  signs_out: Type.Boolean({ description: 'Signing out here signs out there, too.' }),
});

export const signInRuleSchema = resource('SignInRule', {
  sid: sid('SR'),
  provider_sid: sid('IP'),
  name: Type.String(),
  claim: Type.String(),
  operator: ruleOperator,
  value: Type.String(),
  account_sid: sid('AC', 'The account of the membership.'),
  role: role(),
  date_created: dateTime(),
  url: url(),
});

export type SignInRuleResource = Static<typeof signInRuleSchema>;

export const signInSettingsSchema = resource('SignInSettings', {
  account_sid: sid('AC'),
  token_sign_in: Type.Boolean({
    description:
      'The page accepts the SID and the token of the account, and of those below it. The API does so in any case.',
  }),
  second_factor: Type.Boolean({
    description: 'Who signs in to the account, or to one below it, by a password must have a second factor.',
  }),
});

export type SignInSettingsResource = Static<typeof signInSettingsSchema>;

export const sessionProvidersSchema = resource('SessionProviders', {
  providers: Type.Array(resource('SessionProvider', { sid: sid('IP'), name: Type.String(), url: url() }), {
    description: 'By their names.',
  }),
  sends_password_links: Type.Boolean({ description: 'Who has forgotten a password gets a link by email.' }),
});

export const signedOutSchema = resource('SignedOut', {
  provider_url: url({ description: 'Where the browser goes to sign out at its provider as well.' }),
});
