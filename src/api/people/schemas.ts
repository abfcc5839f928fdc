/** Resources of people: members of an account, invitations, sessions and roles. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { permissionNames, roles } from './roles.ts';

export const role = (description?: string) => oneOf(roles, description);

export const permission = oneOf(permissionNames);

export const memberStatus = oneOf(['active', 'blocked'], 'A blocked member cannot sign in to the account.');

export const personName = Type.String({
  description: 'The name that others see.',
  minLength: 1,
  maxLength: 100,
  pattern: '^(?=.*\\S)\\P{Cc}+$',
  mismatch: 'must not contain control characters',
});

/** Compared without case; the mailbox itself is not checked. */
export const personEmail = Type.String({
  description: 'The email address by which the person signs in.',
  maxLength: 254,
  pattern: '^[^\\s@<>",;:()\\\\]{1,64}@[^\\s@<>",;:()\\\\]+\\.[^\\s@<>",;:()\\\\.]+$',
  mismatch: 'must be an email address',
});

export const passwordLength = { minLength: 12, maxLength: 200 } as const;

export const password = Type.String({
  description: 'At least 12 characters, and not a common one.',
  ...passwordLength,
});

export const pictureVersion = {
  description: 'Of the picture: it changes with it, and stands in its address.',
};

export const personSchema = resource('Person', {
  sid: sid('US'),
  name: Type.String(),
  email: Type.String(),
  picture_version: nullable(Type.String(pictureVersion)),
});

export type PersonResource = Static<typeof personSchema>;

export const actingKeySchema = nullable(
  resource('ActingKey', { sid: sid('SK'), friendly_name: Type.String() }),
);

export const actingPersonSchema = resource('ActingPerson', {
  user_sid: nullable(sid('US')),
  name: nullable(Type.String({ description: 'Of a member, as it was then; null for other credentials.' })),
  key: actingKeySchema,
});

/** Who acted: a member, who has a name, an API key, or the account's own credentials. */
export type ActingPerson = Static<typeof actingPersonSchema>;

const memberSource = resource('MemberSource', {
  kind: oneOf(
    ['direct', 'group', 'rule'],
    'Given by a member or an invitation, by a group, or by a rule of a provider.',
  ),
  sid: nullable(Type.String({ description: 'Of the group or rule.' })),
  name: nullable(Type.String({ description: 'Of the group or rule.' })),
  role: role(),
});

export const memberFactors = ['passkey', 'app', 'provider', 'none'] as const;

export type MemberFactor = (typeof memberFactors)[number];

export const memberSchema = resource('Member', {
  sid: sid('US', 'The person.'),
  account_sid: sid('AC'),
  name: Type.String(),
  email: Type.String(),
  role: role('The most powerful of `comes_from`.'),
  comes_from: Type.Array(memberSource),
  roles_below: Type.Array(
    resource('MemberRoleBelow', {
      ...memberSource.properties,
      accounts: Type.Integer({ minimum: 1, description: 'In how many.' }),
    }),
    { description: 'What they are given in accounts below this one, where `role` counts too.' },
  ),
  status: memberStatus,
  second_factor: nullable(
    oneOf(
      memberFactors,
      'What they have besides a password: a passkey, an authenticator app, a provider that signs them in instead of one, or ' +
        'none. Null for who may not change members.',
    ),
  ),
  is_self: Type.Boolean({ description: 'It is the caller.' }),
  date_created: dateTime(),
  date_last_seen: nullable(dateTime({ description: 'To the hour.' })),
  url: url(),
});

export type MemberResource = Static<typeof memberSchema>;

export const invitationSchema = resource('Invitation', {
  sid: sid('IV'),
  account_sid: sid('AC'),
  email: Type.String(),
  role: role(),
  invited_by: nullable(Type.String({ description: 'The name of the member; null for a program.' })),
  date_created: dateTime(),
  date_expires: dateTime(),
  url: url(),
});

export type InvitationResource = Static<typeof invitationSchema>;

const link = Type.String({
  format: 'uri',
  description: 'Shown this once. It works once.',
});
/** Of an email that the server writes. */
export const mailLanguages = ['en', 'de'] as const;
export const mailLanguage = Type.Optional(oneOf(mailLanguages, 'The language of the email; en by default.'));

const isSent = Type.Boolean({ description: 'It is sent by email, too: where MAIL_FROM is set.' });

export const invitationWithLinkSchema = resource('InvitationWithLink', {
  ...invitationSchema.properties,
  link,
  is_sent: isSent,
});

export const passwordLinkSchema = resource('PasswordLink', {
  link,
  is_sent: isSent,
  date_expires: dateTime(),
});

export const personSessionSchema = resource('PersonSession', {
  id: Type.String({ description: '16 hexadecimal digits.' }),
  is_current: Type.Boolean(),
  device: Type.String({ description: 'The User-Agent of its sign-in; empty when there was none.' }),
  date_created: dateTime(),
  date_last_seen: dateTime({ description: 'To the hour.' }),
});

export type PersonSessionResource = Static<typeof personSessionSchema>;

export const sessionSchema = resource('Session', {
  account_sid: sid('AC'),
  friendly_name: Type.String({ description: 'The name of the account.' }),
  person: nullable(personSchema),
  role: role(),
  permissions: Type.Array(permission, { description: 'What the role allows.' }),
  needs_owner: Type.Boolean({
    description: 'The account has no members yet, and the caller may make the first owner.',
  }),
  lacks_second_factor: Type.Boolean({
    description:
      'The account requires a second factor: nothing but the own profile is open until it is set up.',
  }),
});

/** Who is signed in, or whom the credentials stand for: in which account, and with which role. */
export type SessionResource = Static<typeof sessionSchema>;

export const myAccountSchema = resource('MyAccount', {
  account_sid: sid('AC'),
  friendly_name: Type.String(),
  parent_sid: nullable(sid('AC', 'The account above it.')),
  role: role('What one may do in it.'),
  is_current: Type.Boolean({ description: 'The session is in this account.' }),
});

export type MyAccountResource = Static<typeof myAccountSchema>;

export const challengeFields = {
  challenge: Type.String({ description: 'To be sent with the answer.' }),
  date_expires: dateTime(),
};

/** The answer to a right password of a person who has a second factor. */
export const secondStepSchema = resource('SecondStep', challengeFields);

export type SecondStepResource = Static<typeof secondStepSchema>;

export const rolesSchema = resource('Roles', {
  roles: Type.Array(role(), { description: 'From the least to the most powerful.' }),
  permissions: Type.Array(
    resource('Permission', {
      name: permission,
      area: oneOf(['flows', 'executions', 'connections', 'people', 'account']),
      text: Type.String(),
      roles: Type.Array(role()),
      with_reason: Type.Array(role(), {
        description: 'May do it in one execution at a time, having said why.',
      }),
      operations: Type.Array(Type.String(), { description: 'The operations that need it, by operationId.' }),
    }),
  ),
});

export const linkSchema = resource('PersonLink', {
  purpose: oneOf(['invitation', 'password']),
  account_name: nullable(Type.String({ description: 'Of an invitation.' })),
  email: Type.String(),
  name: nullable(Type.String({ description: 'Of a person who has a password already, and joins with it.' })),
  role: nullable(role('Of an invitation.')),
  date_expires: dateTime(),
});

export type PersonLinkResource = Static<typeof linkSchema>;
