/** Operations of signing in by identity providers (OpenID Connect): providers, rules, settings, and the sign-in itself. */

import { Type } from 'typebox';
import { operationsIn, sid, text } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { role } from './schemas.ts';
import {
  identityProviderSchema,
  issuer,
  providerCheckSchema,
  providerStatus,
  ruleOperator,
  scimTokenSchema,
  scopes,
  sessionProvidersSchema,
  signInRuleSchema,
  signInSettingsSchema,
} from './sign-in-schemas.ts';

const operation = operationsIn('Sign-in');
const publicOperation = operationsIn('Sessions', 'anybody');

const provider = { Sid: sid('IP', 'The provider.') };
const rule = { Sid: sid('SR', 'The rule.') };
const shownName = (description: string) =>
  text(description, {
    maxLength: 60,
    pattern: '^(?=.*\\S)\\P{Cc}+$',
    mismatch: 'must not contain control characters',
  });
const clientId = text('The client ID that the provider gave.', { maxLength: 300 });
const clientSecret = text('The client secret; left out for a public client.', {
  maxLength: 1_000,
  clearable: true,
});

export const createIdentityProvider = operation({
  id: 'CreateIdentityProvider',
  permission: 'signin.write',
  method: 'POST',
  audit: { object: 'identity_provider', secrets: ['ClientSecret'] },
  path: paths.identityProviders,
  summary: 'Add an identity provider',
  note: 'Of an account that is below no other. It signs in who belongs to this account and those below it, and to no others.',
  rules: { Issuer: 'http only for a host that OUTBOUND_ALLOW names.' },
  form: {
    Name: shownName('The name on the sign-in page.'),
    Issuer: issuer,
    ClientId: clientId,
    ClientSecret: Type.Optional(clientSecret),
    Scopes: Type.Optional(scopes),
    Status: Type.Optional(providerStatus),
  },
  responses: { 201: { text: 'The provider.', schema: identityProviderSchema } },
});

export const listIdentityProviders = operation({
  id: 'ListIdentityProvider',
  permission: 'signin.write',
  method: 'GET',
  path: paths.identityProviders,
  summary: 'List the identity providers',
  query: pageQuery,
  responses: {
    200: {
      text: 'A page, the newest first.',
      schema: pageOf('IdentityProviderPage', 'identity_providers', identityProviderSchema),
    },
  },
});

export const fetchIdentityProvider = operation({
  id: 'FetchIdentityProvider',
  permission: 'signin.write',
  method: 'GET',
  path: paths.identityProvider.template,
  summary: 'Fetch an identity provider',
  params: provider,
  responses: { 200: { text: 'The provider.', schema: identityProviderSchema } },
});

export const updateIdentityProvider = operation({
  id: 'UpdateIdentityProvider',
  permission: 'signin.write',
  method: 'POST',
  audit: { object: 'identity_provider', secrets: ['ClientSecret'] },
  path: paths.identityProvider.template,
  summary: 'Change an identity provider',
  note: 'Its issuer stays: the people who signed in by it are known by what that issuer calls them.',
  rules: { Status: 'Not disabled while it is the only way in for the owners.' },
  params: provider,
  form: {
    Name: Type.Optional(shownName('The name on the sign-in page.')),
    ClientId: Type.Optional(clientId),
    ClientSecret: Type.Optional(clientSecret),
    Scopes: Type.Optional(scopes),
    Status: Type.Optional(providerStatus),
  },
  responses: {
    200: { text: 'The provider.', schema: identityProviderSchema },
    ...problemResponses(409),
  },
});

export const deleteIdentityProvider = operation({
  id: 'DeleteIdentityProvider',
  permission: 'signin.write',
  method: 'DELETE',
  audit: { object: 'identity_provider' },
  path: paths.identityProvider.template,
  summary: 'Remove an identity provider',
  note: 'With its rules, and the memberships that they gave.',
  params: provider,
  responses: { 204: { text: 'It is removed.' }, ...problemResponses(409) },
});

export const checkIdentityProvider = operation({
  id: 'CheckIdentityProvider',
  permission: 'signin.write',
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: paths.identityProviderCheck.template,
  summary: 'Fetch the configuration of an identity provider',
  params: provider,
  responses: { 200: { text: 'What was found.', schema: providerCheckSchema } },
});

export const createScimToken = operation({
  id: 'CreateScimToken',
  permission: 'signin.write',
  confirmation: true,
  method: 'POST',
  audit: { object: 'identity_provider' },
  path: paths.scimToken.template,
  summary: 'Make the token by which an identity provider pushes users and groups',
  note: 'SCIM 2.0. It replaces the one before, which ends at once.',
  params: provider,
  responses: { 201: { text: 'The token, shown this once.', schema: scimTokenSchema } },
});

export const deleteScimToken = operation({
  id: 'DeleteScimToken',
  permission: 'signin.write',
  method: 'DELETE',
  audit: { object: 'identity_provider' },
  path: paths.scimToken.template,
  summary: 'Remove the token of an identity provider',
  note: 'What was pushed stays.',
  params: provider,
  responses: { 204: { text: 'It is removed.' } },
});

export const createSignInRule = operation({
  id: 'CreateSignInRule',
  permission: 'signin.write',
  method: 'POST',
  audit: { object: 'sign_in_rule', shows: ['Name', 'Claim', 'Operator', 'Value', 'AccountSid', 'Role'] },
  path: paths.signInRules,
  summary: 'Make a rule',
  note: 'Who signs in with that claim is a member of the account. All rules that match apply; of several roles the most powerful counts.',
  rules: {
    ProviderSid: 'A provider of the account.',
    AccountSid: 'The account, or one below it.',
    Role: 'At most one’s own.',
  },
  form: {
    ProviderSid: sid('IP', 'The provider whose claims are compared.'),
    Name: shownName('The name of the rule.'),
    Claim: text('The claim of the ID token or of the userinfo; a dot leads into an object.', {
      maxLength: 200,
    }),
    Operator: Type.Optional(ruleOperator),
    Value: text('What it is compared with.', { maxLength: 500 }),
    AccountSid: Type.Optional(sid('AC', 'The account of the membership; the own one by default.')),
    Role: role(),
  },
  responses: { 201: { text: 'The rule.', schema: signInRuleSchema } },
});

export const listSignInRules = operation({
  id: 'ListSignInRule',
  permission: 'signin.write',
  method: 'GET',
  path: paths.signInRules,
  summary: 'List the rules',
  query: pageQuery,
  responses: {
    200: { text: 'A page, the newest first.', schema: pageOf('SignInRulePage', 'rules', signInRuleSchema) },
  },
});

export const fetchSignInRule = operation({
  id: 'FetchSignInRule',
  permission: 'signin.write',
  method: 'GET',
  path: paths.signInRule.template,
  summary: 'Fetch a rule',
  params: rule,
  responses: { 200: { text: 'The rule.', schema: signInRuleSchema } },
});

export const deleteSignInRule = operation({
  id: 'DeleteSignInRule',
  permission: 'signin.write',
  method: 'DELETE',
  audit: { object: 'sign_in_rule' },
  path: paths.signInRule.template,
  summary: 'Remove a rule',
  note: 'The memberships that it gave end.',
  params: rule,
  responses: { 204: { text: 'It is removed.' }, ...problemResponses(409) },
});

export const fetchSignInSettings = operation({
  id: 'FetchSignInSettings',
  permission: 'signin.write',
  method: 'GET',
  path: paths.signInSettings,
  summary: 'Fetch by what else people sign in',
  responses: { 200: { text: 'The settings.', schema: signInSettingsSchema } },
});

export const updateSignInSettings = operation({
  id: 'UpdateSignInSettings',
  permission: 'signin.write',
  method: 'POST',
  audit: { object: 'sign_in_settings', shows: ['TokenSignIn', 'SecondFactor'] },
  path: paths.signInSettings,
  summary: 'Change by what else people sign in',
  rules: { TokenSignIn: 'Off only while an owner can sign in otherwise.' },
  form: {
    TokenSignIn: Type.Optional(
      Type.Boolean({ description: 'By the SID and the token of the account, on the page.' }),
    ),
    SecondFactor: Type.Optional(
      Type.Boolean({ description: 'Who signs in by a password must have a second factor.' }),
    ),
  },
  responses: { 200: { text: 'The settings.', schema: signInSettingsSchema }, ...problemResponses(409) },
});

export const listSessionProviders = publicOperation({
  id: 'ListSessionProvider',
  method: 'GET',
  path: paths.sessionProviders,
  summary: 'List by which providers people sign in',
  note: 'Public, as the caller is not signed in yet. It shows the names and nothing else.',
  responses: { 200: { text: 'The providers that are active.', schema: sessionProvidersSchema } },
});

export const startOidcSignIn = publicOperation({
  id: 'StartOidcSignIn',
  method: 'GET',
  path: paths.oidcStart.template,
  summary: 'Go to an identity provider to sign in',
  note: 'Public: it begins a sign-in. It changes nothing but a cookie, by which the answer finds the browser that asked.',
  params: provider,
  query: { return: Type.Optional(Type.String({ description: 'The path of this site to come back to.' })) },
  responses: { 303: { text: 'Redirect to the provider, or to the sign-in page with what went wrong.' } },
});

export const finishOidcSignIn = publicOperation({
  id: 'FinishOidcSignIn',
  method: 'GET',
  audit: { object: 'session' },
  path: paths.oidcCallback,
  summary: 'Come back from an identity provider',
  note: 'Public: who comes is known by the state and its cookie, which work once and together, and by what the provider then says.',
  query: {
    state: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    iss: Type.Optional(Type.String()),
  },
  responses: {
    303: { text: 'Redirect to the app with a session, or to the sign-in page with what went wrong.' },
  },
});

export const logOutByProvider = publicOperation({
  id: 'LogOutByProvider',
  method: 'POST',
  audit: { object: 'session' },
  path: paths.oidcLogout.template,
  summary: 'End sessions, as their identity provider says',
  note: 'OpenID Connect Back-Channel Logout 1.0. Public: the provider is known by the signature of the token, which works once. It ends the sessions that began by this provider, of the person `sub`, or the one that it calls `sid`.',
  rules: {
    logout_token: 'A logout token of the provider: signed, for this client, valid, and not used before.',
  },
  params: provider,
  form: { logout_token: Type.String({ maxLength: 16_000 }) },
  responses: { 200: { text: 'They are over.' }, ...problemResponses(400, 404, 429, 503) },
});
