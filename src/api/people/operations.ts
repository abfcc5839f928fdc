/** Operations of people: who is signed in, members of the account, invitations and roles. */

import { Type } from 'typebox';
import { operationsIn, type ResponseBody, sid, text } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import {
  invitationSchema,
  invitationWithLinkSchema,
  linkSchema,
  mailLanguage,
  memberSchema,
  memberStatus,
  myAccountSchema,
  password,
  passwordLinkSchema,
  personEmail,
  personName,
  personSessionSchema,
  role,
  rolesSchema,
  secondStepSchema,
  sessionSchema,
} from './schemas.ts';

const operation = operationsIn('People');
const publicOperation = operationsIn('Sessions', 'anybody');
const member = { Sid: sid('US', 'The member.') };
const token = { Token: text('The token of the link.', { maxLength: 100 }) };

export const fetchMe = operation({
  id: 'FetchMe',
  permission: 'accounts.read',
  method: 'GET',
  path: paths.me,
  summary: 'Fetch who is signed in, and what they may do',
  responses: { 200: { text: 'The caller.', schema: sessionSchema } },
});

export const updateMe = operation({
  id: 'UpdateMe',
  permission: 'profile.write',
  method: 'POST',
  audit: { object: 'person', secrets: ['Password'] },
  path: paths.me,
  summary: 'Change one’s own name or password',
  note: 'Only for a person who is signed in to the page. A new password ends the other sessions of the person.',
  rules: { CurrentPassword: 'Required with Password.', Password: 'Not one that is used often.' },
  form: {
    Name: Type.Optional(personName),
    Password: Type.Optional(password),
    CurrentPassword: Type.Optional(Type.String({ maxLength: 200, description: 'The password until now.' })),
  },
  responses: { 200: { text: 'The caller.', schema: sessionSchema } },
});

export const listMySessions = operation({
  id: 'ListMySession',
  permission: 'profile.write',
  method: 'GET',
  path: paths.mySessions,
  summary: 'List one’s own sessions',
  responses: {
    200: {
      text: 'The newest first.',
      schema: Type.Object({ sessions: Type.Array(personSessionSchema) }, { additionalProperties: false }),
    },
  },
});

export const deleteMySession = operation({
  id: 'DeleteMySession',
  permission: 'profile.write',
  method: 'DELETE',
  audit: { object: 'session' },
  path: paths.mySession.template,
  summary: 'End one of one’s own sessions',
  params: { Id: Type.String({ pattern: '^[0-9a-f]{16}$' }) },
  responses: { 204: { text: 'It is over.' } },
});

export const listMyAccounts = operation({
  id: 'ListMyAccount',
  permission: 'accounts.read',
  method: 'GET',
  path: paths.myAccounts,
  summary: 'List the accounts in which one has a role',
  note: 'Of a person those of all memberships, with the accounts below them; of other callers the account itself.',
  responses: {
    200: {
      text: 'In order of their names; at most 2,000.',
      schema: Type.Object({ accounts: Type.Array(myAccountSchema) }, { additionalProperties: false }),
    },
  },
});

export const switchAccount = operation({
  id: 'SwitchAccount',
  permission: 'accounts.read',
  method: 'POST',
  audit: { none: 'It changes which account one looks at, and nothing in it.' },
  path: paths.myAccount,
  summary: 'Go on in another account',
  note: 'Only for a person who is signed in to the page. The whole session is in the other account from now on; requests with the header `Patchbay-Account` of another one are refused.',
  form: { AccountSid: sid('AC', 'One in which the person has a role.') },
  responses: {
    200: { text: 'The session.', schema: sessionSchema },
    ...problemResponses(404),
  },
});

export const createFirstOwner = operation({
  id: 'CreateFirstOwner',
  permission: 'accounts.write',
  method: 'POST',
  audit: { object: 'member', secrets: ['Password'] },
  path: paths.firstOwner,
  summary: 'Make the first owner of the account',
  note: 'While the account has no members. In a session of the page the person is signed in at once.',
  rules: { Password: 'Not one that is used often.', Email: 'Not that of a person of another account.' },
  form: { Name: personName, Email: personEmail, Password: password },
  responses: {
    201: { text: 'The owner.', schema: memberSchema },
    ...problemResponses(409),
  },
});

export const listRoles = operation({
  id: 'ListRole',
  permission: 'members.read',
  method: 'GET',
  path: paths.roles,
  summary: 'List the roles and what each may do',
  responses: { 200: { text: 'The table.', schema: rolesSchema } },
});

export const listMembers = operation({
  id: 'ListMember',
  permission: 'members.read',
  method: 'GET',
  path: paths.members,
  summary: 'List the members of the account',
  note: 'In order of their SIDs, those who joined last first.',
  query: pageQuery,
  responses: {
    200: {
      text: 'A page of members; fewer where more than 5,000 groups and rules make them members.',
      schema: pageOf('MemberPage', 'members', memberSchema),
    },
  },
});

export type MemberPage = ResponseBody<typeof listMembers>;

export const fetchMember = operation({
  id: 'FetchMember',
  permission: 'members.read',
  method: 'GET',
  path: paths.member.template,
  summary: 'Fetch a member',
  params: member,
  responses: { 200: { text: 'The member.', schema: memberSchema } },
});

export const updateMember = operation({
  id: 'UpdateMember',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'member' },
  path: paths.member.template,
  summary: 'Change the role of a member, block or unblock them',
  note: 'A block ends their sessions. At most one’s own role can be given, and no member with a higher one be changed; the last owner stays.',
  rules: { Role: 'At most one’s own.', Status: 'Members cannot block themselves.' },
  params: member,
  form: { Role: Type.Optional(role()), Status: Type.Optional(memberStatus) },
  responses: { 200: { text: 'The member.', schema: memberSchema }, ...problemResponses(409) },
});

export const deleteMember = operation({
  id: 'DeleteMember',
  permission: 'members.write',
  method: 'DELETE',
  audit: { object: 'member' },
  path: paths.member.template,
  summary: 'Remove a member from the account',
  note: 'Their sessions in it end. What they wrote keeps their name.',
  params: member,
  responses: { 204: { text: 'The member is removed.' }, ...problemResponses(409) },
});

export const signOutMember = operation({
  id: 'SignOutMember',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'member' },
  path: paths.memberSignOut.template,
  summary: 'End all sessions of a member in the account',
  params: member,
  responses: { 204: { text: 'They are over.' } },
});

export const createPasswordLink = operation({
  id: 'CreatePasswordLink',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'member' },
  path: paths.memberPasswordLink.template,
  summary: 'Make a link by which a member sets a new password',
  note: 'It is valid for a day, and replaces an earlier one.',
  params: member,
  form: { Language: mailLanguage },
  responses: { 201: { text: 'The link.', schema: passwordLinkSchema } },
});

export const createInvitation = operation({
  id: 'CreateInvitation',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'invitation', shows: ['Days'] },
  path: paths.invitations,
  summary: 'Invite a person to the account',
  note: 'A new invitation to the same address replaces the one before.',
  rules: { Role: 'At most one’s own.', Email: 'Not that of a member.' },
  form: {
    Email: personEmail,
    Role: role(),
    Days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, description: 'How long the link is valid; 7 by default.' }),
    ),
    Language: mailLanguage,
  },
  responses: {
    201: { text: 'The invitation with its link.', schema: invitationWithLinkSchema },
    ...problemResponses(409),
  },
});

export const listInvitations = operation({
  id: 'ListInvitation',
  permission: 'members.read',
  method: 'GET',
  path: paths.invitations,
  summary: 'List the open invitations',
  query: pageQuery,
  responses: {
    200: {
      text: 'A page, the newest first.',
      schema: pageOf('InvitationPage', 'invitations', invitationSchema),
    },
  },
});

export const deleteInvitation = operation({
  id: 'DeleteInvitation',
  permission: 'members.write',
  method: 'DELETE',
  audit: { object: 'invitation' },
  path: paths.invitation.template,
  summary: 'Take back an invitation',
  params: { Sid: sid('IV', 'The invitation.') },
  responses: { 204: { text: 'Its link is not valid any more.' } },
});

export const fetchPersonLink = publicOperation({
  id: 'FetchPersonLink',
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: paths.personLink,
  summary: 'See what a link of an invitation, or to a new password, is for',
  note: 'The token is in the body, so that no log of addresses holds it. It is not used up.',
  form: token,
  responses: {
    200: { text: 'What it is for.', schema: linkSchema },
    ...problemResponses(400, 404, 429),
  },
});

export const askPasswordLink = publicOperation({
  id: 'AskPasswordLink',
  method: 'POST',
  audit: { none: 'Whose it is must not show: the server notes it in the account of who has the address.' },
  path: paths.passwordLinks,
  summary: 'Ask for a link to a new password by email',
  note: 'The answer is the same whether a person has the address or not. The link is valid for an hour.',
  form: { Email: personEmail, Language: mailLanguage },
  responses: {
    202: { text: 'If a person has the address, and a password, the link is sent.' },
    ...problemResponses(400, 403, 409, 429),
  },
});

export const usePersonLink = publicOperation({
  id: 'UsePersonLink',
  method: 'POST',
  audit: { object: 'member', secrets: ['Password'] },
  path: paths.personLinkUse,
  summary: 'Join an account, or set a new password',
  note: 'Signs in. A person who has a password already joins with it.',
  rules: {
    Name: 'Required for who is new.',
    Password: 'A new one that is not used often; the present one for a person who joins another account.',
  },
  form: { ...token, Name: Type.Optional(personName), Password: password },
  responses: {
    200: { text: 'The session, with its cookie.', schema: sessionSchema },
    202: { text: 'It was used, and the second factor is needed to sign in.', schema: secondStepSchema },
    ...problemResponses(400, 401, 403, 404, 409, 429),
  },
});
