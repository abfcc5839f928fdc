/** /v3/user, /v3/teammates and /v3/subusers: who a key belongs to. They are changed under /v1, with the credentials of the account. */

import { Type } from 'typebox';
import {
  pendingTeammateListSchema,
  subuserListSchema,
  teammateListSchema,
  teammateSchema,
  userAccountSchema,
  userEmailSchema,
  userNameSchema,
  userProfileSchema,
} from '../account.ts';
import { errorResponses } from '../error.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: account');
const maxListed = 500;
const maxOffset = 10_000;
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxListed, description: '500 by default.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOffset })),
};

export const fetchUserAccount = operation({
  id: 'GetUserAccount',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.userAccount,
  summary: 'Fetch the kind and the reputation of the account',
  scope: 'user.account.read',
  responses: { 200: { text: 'The account.', schema: userAccountSchema } },
});

export const fetchUserName = operation({
  id: 'GetUserName',
  permission: 'accounts.read',
  method: 'GET',
  path: emailPaths.userName,
  summary: 'Fetch the name of the account',
  note: 'That for `on-behalf-of` where it is below another.',
  scope: 'user.username.read',
  responses: { 200: { text: 'The name.', schema: userNameSchema } },
});

export const fetchUserEmail = operation({
  id: 'GetUserEmail',
  permission: 'members.read',
  method: 'GET',
  path: emailPaths.userEmail,
  summary: 'Fetch the address of the account',
  note: 'That of the owner who joined first; 404 where it has none.',
  scope: 'user.email.read',
  responses: { 200: { text: 'The address.', schema: userEmailSchema }, ...errorResponses(404) },
});

export const fetchUserProfile = operation({
  id: 'GetUserProfile',
  permission: 'members.read',
  method: 'GET',
  path: emailPaths.userProfile,
  summary: 'Fetch the profile of the account',
  note: 'The name of the account, and of the owner who joined first; the rest is empty.',
  scope: 'user.profile.read',
  responses: { 200: { text: 'The profile.', schema: userProfileSchema } },
});

export const listTeammates = operation({
  id: 'ListTeammate',
  permission: 'members.read',
  method: 'GET',
  path: emailPaths.teammates,
  summary: 'List the members of the account',
  note: 'Who joined last comes first. Members are invited, changed and removed under /v1/Members.',
  scope: 'teammates.read',
  query: page,
  responses: { 200: { text: 'The members.', schema: teammateListSchema } },
});

export const listPendingTeammates = operation({
  id: 'ListPendingTeammate',
  permission: 'members.write',
  method: 'GET',
  path: emailPaths.pendingTeammates,
  summary: 'List open invitations',
  scope: 'teammates.read',
  responses: { 200: { text: 'The first 500.', schema: pendingTeammateListSchema } },
});

export const fetchTeammate = operation({
  id: 'GetTeammate',
  permission: 'members.read',
  method: 'GET',
  path: emailPaths.teammate.template,
  summary: 'Fetch a member',
  scope: 'teammates.read',
  params: { username: Type.String({ description: 'The address of the member.' }) },
  responses: { 200: { text: 'The member.', schema: teammateSchema } },
});

export const listSubusers = operation({
  id: 'ListSubuser',
  permission: 'accounts.read',
  method: 'GET',
  path: emailPaths.subusers,
  summary: 'List the subaccounts of the account',
  note: 'The newest first. They are made and closed under /v1/Accounts.',
  scope: 'subusers.read',
  query: { username: Type.Optional(Type.String({ maxLength: 100, description: 'Only that one.' })), ...page },
  responses: { 200: { text: 'The subaccounts.', schema: subuserListSchema } },
});
