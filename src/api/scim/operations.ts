/**
 * Operations of SCIM 2.0 (RFC 7644): an identity provider pushes its users and groups with a token of its own. No role has the
 * permission for it.
 */

import { Type } from 'typebox';
import { oneOf, operationsIn, sid } from '../operation/operation.ts';
import { paths } from '../paths.ts';
import {
  listOf,
  scimDescriptionSchema,
  scimErrors,
  scimGroupBody,
  scimGroupSchema,
  scimPatchBody,
  scimResponse,
  scimUrns,
  scimUserBody,
  scimUserSchema,
} from './schemas.ts';

const operation = operationsIn('SCIM', 'scim');

const user = { Id: sid('US', 'The user.') };
const group = { Id: sid('GR', 'The group.') };

const listQuery = {
  filter: Type.Optional(
    Type.String({ description: 'Attributes that equal a value: `userName eq "…"`, joined by `and`.' }),
  ),
  startIndex: Type.Optional(Type.Integer({ description: 'From 1.' })),
  count: Type.Optional(Type.Integer({ description: '100 by default, 200 at most.' })),
};
const groupQuery = {
  attributes: Type.Optional(Type.String({ description: 'Without `members` among them they are left out.' })),
  excludedAttributes: Type.Optional(Type.String({ description: '`members` leaves them out.' })),
};
const filterRule = { filter: 'Only `eq` and `and`, over attributes that are served.' };

export const fetchScimConfig = operation({
  id: 'FetchScimServiceProviderConfig',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimConfig,
  summary: 'Fetch what of SCIM is supported',
  responses: { 200: scimResponse('The configuration.', scimDescriptionSchema('ScimServiceProviderConfig')) },
});

export const listScimResourceTypes = operation({
  id: 'ListScimResourceType',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimResourceTypes,
  summary: 'List the types of resources',
  responses: { 200: scimResponse('Users and groups.', scimDescriptionSchema('ScimResourceTypes')) },
});

export const fetchScimResourceType = operation({
  id: 'FetchScimResourceType',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimResourceType.template,
  summary: 'Fetch a type of resources',
  params: { Name: oneOf(['User', 'Group']) },
  responses: { 200: scimResponse('The type.', scimDescriptionSchema('ScimResourceType')) },
});

export const listScimSchemas = operation({
  id: 'ListScimSchema',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimSchemas,
  summary: 'List the schemas of users and groups',
  responses: { 200: scimResponse('The schemas.', scimDescriptionSchema('ScimSchemas')) },
});

export const fetchScimSchema = operation({
  id: 'FetchScimSchema',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimSchema.template,
  summary: 'Fetch the schema of users or of groups',
  params: { Urn: oneOf([scimUrns.user, scimUrns.group]) },
  responses: { 200: scimResponse('The schema.', scimDescriptionSchema('ScimSchema')) },
});

export const createScimUser = operation({
  id: 'CreateScimUser',
  permission: 'scim.write',
  method: 'POST',
  audit: { object: 'directory_user' },
  path: paths.scimUsers,
  summary: 'Push a user',
  note: 'A person with that address is bound to the provider if they signed in by it before, or belong to no account yet.',
  rules: { userName: 'An email address that no one else has.' },
  json: scimUserBody,
  responses: { 201: scimResponse('The user.', scimUserSchema), ...scimErrors(409) },
});

export const listScimUsers = operation({
  id: 'ListScimUser',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimUsers,
  summary: 'List the users that the provider pushed',
  query: listQuery,
  rules: filterRule,
  responses: {
    200: scimResponse(
      'A page, of as many users as are in 5,000 groups together, or one.',
      listOf('ScimUserList', scimUserSchema),
    ),
  },
});

export const fetchScimUser = operation({
  id: 'FetchScimUser',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimUser.template,
  summary: 'Fetch a user',
  params: user,
  responses: { 200: scimResponse('The user.', scimUserSchema) },
});

export const replaceScimUser = operation({
  id: 'ReplaceScimUser',
  permission: 'scim.write',
  method: 'PUT',
  audit: { object: 'directory_user' },
  path: paths.scimUser.template,
  summary: 'Replace a user',
  rules: { userName: 'An email address that no one else has.' },
  params: user,
  json: scimUserBody,
  responses: { 200: scimResponse('The user.', scimUserSchema), ...scimErrors(409) },
});

export const patchScimUser = operation({
  id: 'PatchScimUser',
  permission: 'scim.write',
  method: 'PATCH',
  audit: { object: 'directory_user' },
  path: paths.scimUser.template,
  summary: 'Change a user',
  note: '`active` false blocks the person in the account and those below it.',
  params: user,
  json: scimPatchBody,
  responses: { 200: scimResponse('The user.', scimUserSchema), ...scimErrors(409) },
});

export const deleteScimUser = operation({
  id: 'DeleteScimUser',
  permission: 'scim.write',
  method: 'DELETE',
  audit: { object: 'directory_user' },
  path: paths.scimUser.template,
  summary: 'Remove a user',
  note: 'What the provider gave ends. A membership that was given here stays, as it is.',
  params: user,
  responses: { 204: { text: 'It is removed.' }, ...scimErrors(409) },
});

export const createScimGroup = operation({
  id: 'CreateScimGroup',
  permission: 'scim.write',
  method: 'POST',
  audit: { object: 'group', counts: ['members'] },
  path: paths.scimGroups,
  summary: 'Push a group',
  note: 'It gives no role until an owner or admin says which.',
  rules: { displayName: 'At most 100 characters, of no other group.', members: 'Users of the provider.' },
  json: scimGroupBody,
  responses: { 201: scimResponse('The group.', scimGroupSchema), ...scimErrors(409) },
});

export const listScimGroups = operation({
  id: 'ListScimGroup',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimGroups,
  summary: 'List the groups that the provider pushed',
  query: { ...listQuery, ...groupQuery },
  rules: filterRule,
  responses: {
    200: scimResponse(
      'A page; with members 20 groups at most, and as many as have 5,000 members together, or one.',
      listOf('ScimGroupList', scimGroupSchema),
    ),
  },
});

export const fetchScimGroup = operation({
  id: 'FetchScimGroup',
  permission: 'scim.write',
  method: 'GET',
  path: paths.scimGroup.template,
  summary: 'Fetch a group',
  params: group,
  query: groupQuery,
  responses: { 200: scimResponse('The group.', scimGroupSchema) },
});

export const replaceScimGroup = operation({
  id: 'ReplaceScimGroup',
  permission: 'scim.write',
  method: 'PUT',
  audit: { object: 'group', counts: ['members'] },
  path: paths.scimGroup.template,
  summary: 'Replace a group',
  rules: { displayName: 'At most 100 characters, of no other group.', members: 'Users of the provider.' },
  params: group,
  json: scimGroupBody,
  responses: { 200: scimResponse('The group.', scimGroupSchema), ...scimErrors(409) },
});

export const patchScimGroup = operation({
  id: 'PatchScimGroup',
  permission: 'scim.write',
  method: 'PATCH',
  audit: { object: 'group', counts: ['Operations'] },
  path: paths.scimGroup.template,
  summary: 'Change a group and its members',
  params: group,
  query: groupQuery,
  json: scimPatchBody,
  responses: {
    200: scimResponse('The group, where `attributes` names what is wanted of it.', scimGroupSchema),
    204: { text: 'It is changed.' },
    ...scimErrors(409),
  },
});

export const deleteScimGroup = operation({
  id: 'DeleteScimGroup',
  permission: 'scim.write',
  method: 'DELETE',
  audit: { object: 'group' },
  path: paths.scimGroup.template,
  summary: 'Remove a group',
  note: 'With what it gave.',
  params: group,
  responses: { 204: { text: 'It is removed.' }, ...scimErrors(409) },
});
