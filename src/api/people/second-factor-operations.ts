/** Operations of how a person proves who they are: second factor, passkeys, and the confirmation that it is still them. */

import { type Static, Type } from 'typebox';
import {
  anyObject,
  dateTime,
  jsonObjectText,
  nullable,
  operationsIn,
  resource,
  sid,
  text,
} from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { challengeFields, sessionSchema } from './schemas.ts';

const operation = operationsIn('People');
const publicOperation = operationsIn('Sessions', 'anybody');

/** What an authenticator app shows, or one of the recovery codes. */
const code = Type.String({
  description: 'The six digits that the authenticator app shows, or a recovery code.',
  minLength: 6,
  maxLength: 40,
});

const challenge = text('As the server gave it; valid for a few minutes, and once.', { maxLength: 2_000 });

const credential = (of: string) =>
  jsonObjectText(`What the browser’s \`${of}\` gave, as JSON (WebAuthn Level 3, section 5.1).`);

const passkeyOptionsSchema = resource('PasskeyOptions', {
  ...challengeFields,
  options: anyObject({ description: 'For the browser, as JSON of WebAuthn.' }),
});

export const secondFactorSchema = resource('SecondFactor', {
  is_enabled: Type.Boolean(),
  date_enabled: nullable(dateTime()),
  recovery_codes_left: Type.Integer(),
  has_password: Type.Boolean({ description: 'Not where the person signs in by an identity provider only.' }),
});

export const recoveryCodesSchema = resource('RecoveryCodes', {
  recovery_codes: Type.Array(Type.String(), { description: 'Shown this once; each works once.' }),
});

export const passkeySchema = resource('Passkey', {
  sid: sid('PK'),
  friendly_name: Type.String(),
  is_synced: Type.Boolean({ description: 'The authenticator keeps a copy elsewhere.' }),
  date_created: dateTime(),
  date_last_used: nullable(dateTime()),
});

export type PasskeyResource = Static<typeof passkeySchema>;

export const completeSignIn = publicOperation({
  id: 'CompleteSignIn',
  method: 'POST',
  audit: { object: 'session' },
  path: paths.secondFactor,
  summary: 'Sign in with the second factor',
  rules: { Challenge: 'One that this server gave, that is not over and was not answered before.' },
  note: 'After a sign-in, or the use of a link, that was answered 202.',
  form: { Challenge: challenge, Code: code },
  responses: {
    200: { text: 'Who is signed in, with a session cookie.', schema: sessionSchema },
    ...problemResponses(400, 401, 403, 429),
  },
});

export const createPasskeySignIn = publicOperation({
  id: 'CreatePasskeySignIn',
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: paths.passkeyOptions,
  summary: 'Begin to sign in, or to confirm who one is, by a passkey',
  responses: {
    200: { text: 'What the browser asks the authenticator for.', schema: passkeyOptionsSchema },
    ...problemResponses(403, 409),
  },
});

export const signInByPasskey = publicOperation({
  id: 'SignInByPasskey',
  method: 'POST',
  audit: { object: 'session' },
  path: paths.passkeySignIn,
  summary: 'Sign in by a passkey',
  rules: { Challenge: 'One that this server gave, that is not over and was not answered before.' },
  form: { Challenge: challenge, Credential: credential('navigator.credentials.get') },
  responses: {
    200: { text: 'Who is signed in, with a session cookie.', schema: sessionSchema },
    ...problemResponses(400, 401, 403, 429),
  },
});

export const confirmMe = operation({
  id: 'ConfirmMe',
  permission: 'profile.write',
  method: 'POST',
  audit: { object: 'session', secrets: ['Password', 'Code'] },
  path: paths.myConfirmation,
  summary: 'Confirm that it is still oneself',
  note: 'By a password, a code or a passkey. It counts for 15 minutes in this session, as a sign-in does; operations with `x-confirmation` need it.',
  rules: {
    Password: 'One of Password, Code and Credential is required.',
    Challenge: 'Required with Credential.',
  },
  form: {
    Password: Type.Optional(Type.String({ maxLength: 200, description: 'The password.' })),
    Code: Type.Optional(code),
    Challenge: Type.Optional(challenge),
    Credential: Type.Optional(credential('navigator.credentials.get')),
  },
  responses: { 204: { text: 'Confirmed.' } },
});

export const fetchSecondFactor = operation({
  id: 'FetchSecondFactor',
  permission: 'profile.write',
  method: 'GET',
  path: paths.mySecondFactor,
  summary: 'Fetch the state of one’s second factor',
  responses: { 200: { text: 'The state.', schema: secondFactorSchema } },
});

export const createSecondFactor = operation({
  id: 'CreateSecondFactor',
  permission: 'profile.write',
  confirmation: true,
  method: 'POST',
  audit: { none: 'It does not count before its first code is confirmed.' },
  path: paths.mySecondFactor,
  summary: 'Begin to set up a second factor',
  note: 'A secret for an authenticator app (TOTP, RFC 6238). It counts once a code of it was confirmed.',
  responses: {
    201: {
      text: 'The secret, shown this once.',
      schema: resource('SecondFactorSecret', {
        secret: Type.String({ description: 'In Base32.' }),
        uri: Type.String({ description: 'The same as `otpauth://` address, for a QR code.' }),
      }),
    },
    ...problemResponses(409),
  },
});

export const confirmSecondFactor = operation({
  id: 'ConfirmSecondFactor',
  permission: 'profile.write',
  method: 'POST',
  audit: { object: 'person', secrets: ['Code'] },
  path: paths.mySecondFactorConfirmation,
  summary: 'Switch on the second factor with its first code',
  note: 'From now on sign-in by password asks for a code. One’s other sessions end.',
  form: { Code: text('The six digits that the app shows.', { minLength: 6, maxLength: 7 }) },
  responses: {
    201: { text: 'The recovery codes.', schema: recoveryCodesSchema },
    ...problemResponses(409),
  },
});

export const deleteSecondFactor = operation({
  id: 'DeleteSecondFactor',
  permission: 'profile.write',
  confirmation: true,
  method: 'DELETE',
  audit: { object: 'person' },
  path: paths.mySecondFactor,
  summary: 'Switch off the second factor',
  responses: { 204: { text: 'Passwords are enough from now on.' }, ...problemResponses(404) },
});

export const createRecoveryCodes = operation({
  id: 'CreateRecoveryCodes',
  permission: 'profile.write',
  confirmation: true,
  method: 'POST',
  audit: { object: 'person' },
  path: paths.myRecoveryCodes,
  summary: 'Make new recovery codes',
  note: 'Those from before are void.',
  responses: { 201: { text: 'The codes.', schema: recoveryCodesSchema }, ...problemResponses(404) },
});

export const listPasskeys = operation({
  id: 'ListPasskey',
  permission: 'profile.write',
  method: 'GET',
  path: paths.myPasskeys,
  summary: 'List one’s passkeys',
  responses: {
    200: {
      text: 'The newest first; at most 20.',
      schema: Type.Object({ passkeys: Type.Array(passkeySchema) }, { additionalProperties: false }),
    },
  },
});

export const createPasskeyOptions = operation({
  id: 'CreatePasskeyOptions',
  permission: 'profile.write',
  confirmation: true,
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: paths.myPasskeyOptions,
  summary: 'Begin to add a passkey',
  responses: {
    200: { text: 'What the browser asks the authenticator for.', schema: passkeyOptionsSchema },
    ...problemResponses(409),
  },
});

export const createPasskey = operation({
  id: 'CreatePasskey',
  permission: 'profile.write',
  confirmation: true,
  method: 'POST',
  audit: { object: 'person', shows: ['FriendlyName'] },
  path: paths.myPasskeys,
  summary: 'Add a passkey',
  rules: { Challenge: 'One that this server gave, that is not over and was not answered before.' },
  form: {
    Challenge: challenge,
    Credential: credential('navigator.credentials.create'),
    FriendlyName: text('Such as the device that has it.', { maxLength: 64 }),
  },
  responses: {
    201: { text: 'The passkey.', schema: passkeySchema },
    ...problemResponses(409),
  },
});

export const deletePasskey = operation({
  id: 'DeletePasskey',
  permission: 'profile.write',
  confirmation: true,
  method: 'DELETE',
  audit: { object: 'person' },
  path: paths.myPasskey.template,
  summary: 'Remove a passkey',
  params: { Sid: sid('PK', 'The passkey.') },
  responses: { 204: { text: 'It does not sign in any more.' } },
});

export const resetSecondFactor = operation({
  id: 'ResetSecondFactor',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'member' },
  path: paths.memberSecondFactorReset.template,
  summary: 'Remove the second factor and the passkeys of a member',
  note: 'For who lost both. Only of members who belong to no account but this one and those below it.',
  params: { Sid: sid('US', 'The member.') },
  responses: { 204: { text: 'The password is enough now.' }, ...problemResponses(409) },
});
