/** /v3/asm: unsubscribe groups, their suppressions, and global suppressions. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import type { EmailOperation } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import {
  globalSuppressionSchema,
  groupChangeSchema,
  groupInputSchema,
  groupListSchema,
  groupSchema,
  groupSuppressionListSchema,
  recipientEmailsSchema,
  recipientGroupsSchema,
  recipientListSchema,
} from '../suppressions.ts';

const group = 'Email: unsubscribe groups';
const access = 'key';
const digits = Type.String({ pattern: '^\\d{1,15}$' });
const one = { group_id: digits };
const member = { group_id: digits, email: Type.String() };
const groupResponse = { 200: { text: 'The group.', schema: groupSchema } } as const;
const added = { 201: { text: 'The addresses.', schema: recipientEmailsSchema } } as const;

export const createGroup = {
  id: 'CreateUnsubscribeGroup',
  method: 'POST',
  path: emailPaths.groups,
  group,
  summary: 'Create an unsubscribe group',
  access,
  scope: 'asm.groups.create',
  json: groupInputSchema,
  responses: { 201: { text: 'The group.', schema: groupSchema }, ...errorResponses(400) },
} as const satisfies EmailOperation;

export const listGroups = {
  id: 'ListUnsubscribeGroup',
  method: 'GET',
  path: emailPaths.groups,
  group,
  summary: 'List the unsubscribe groups',
  access,
  scope: 'asm.groups.read',
  responses: { 200: { text: 'The groups, oldest first.', schema: groupListSchema }, ...errorResponses() },
} as const satisfies EmailOperation;

export const fetchGroup = {
  id: 'FetchUnsubscribeGroup',
  method: 'GET',
  path: emailPaths.group.template,
  group,
  summary: 'Fetch an unsubscribe group',
  access,
  scope: 'asm.groups.read',
  params: one,
  responses: { ...groupResponse, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const updateGroup = {
  id: 'UpdateUnsubscribeGroup',
  method: 'PATCH',
  path: emailPaths.group.template,
  group,
  summary: 'Update an unsubscribe group',
  access,
  scope: 'asm.groups.update',
  params: one,
  json: groupChangeSchema,
  responses: { ...groupResponse, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const deleteGroup = {
  id: 'DeleteUnsubscribeGroup',
  method: 'DELETE',
  path: emailPaths.group.template,
  group,
  summary: 'Delete an unsubscribe group',
  note: 'Its suppressions are deleted too.',
  access,
  scope: 'asm.groups.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const addToGroup = {
  id: 'CreateGroupSuppression',
  method: 'POST',
  path: emailPaths.groupSuppressions.template,
  group,
  summary: 'Add addresses to the suppressions of a group',
  access,
  scope: 'asm.groups.suppressions.create',
  params: one,
  json: recipientEmailsSchema,
  responses: { ...added, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const listOfGroup = {
  id: 'ListGroupSuppression',
  method: 'GET',
  path: emailPaths.groupSuppressions.template,
  group,
  summary: 'List the suppressions of a group',
  access,
  scope: 'asm.groups.suppressions.read',
  params: one,
  responses: { 200: { text: 'The addresses.', schema: recipientListSchema }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const removeFromGroup = {
  id: 'DeleteGroupSuppression',
  method: 'DELETE',
  path: emailPaths.groupSuppression.template,
  group,
  summary: 'Delete an address from the suppressions of a group',
  access,
  scope: 'asm.groups.suppressions.delete',
  params: member,
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const listAllOfGroups = {
  id: 'ListAllGroupSuppressions',
  method: 'GET',
  path: emailPaths.allGroupSuppressions,
  group,
  summary: 'List the suppressions of all groups',
  access,
  scope: 'asm.groups.suppressions.read',
  query: {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  },
  responses: {
    200: { text: 'The newest first.', schema: groupSuppressionListSchema },
    ...errorResponses(400),
  },
} as const satisfies EmailOperation;

export const fetchGroupsOfRecipient = {
  id: 'FetchGroupsOfRecipient',
  method: 'GET',
  path: emailPaths.suppressionsOf.template,
  group,
  summary: 'List all groups with whether an address is suppressed',
  access,
  scope: 'asm.groups.suppressions.read',
  params: { email: Type.String() },
  responses: { 200: { text: 'All groups.', schema: recipientGroupsSchema }, ...errorResponses() },
} as const satisfies EmailOperation;

export const addGlobally = {
  id: 'CreateGlobalSuppression',
  method: 'POST',
  path: emailPaths.globalSuppressions,
  group,
  summary: 'Add addresses to the global suppressions',
  access,
  scope: 'asm.suppressions.global.create',
  json: recipientEmailsSchema,
  responses: { ...added, ...errorResponses(400) },
} as const satisfies EmailOperation;

export const fetchGlobally = {
  id: 'FetchGlobalSuppression',
  method: 'GET',
  path: emailPaths.globalSuppression.template,
  group,
  summary: 'Check whether an address is globally suppressed',
  access,
  scope: 'asm.suppressions.global.read',
  params: { email: Type.String() },
  responses: {
    200: {
      text: 'The address, or an empty object when it is not suppressed.',
      schema: globalSuppressionSchema,
    },
    ...errorResponses(),
  },
} as const satisfies EmailOperation;

export const removeGlobally = {
  id: 'DeleteGlobalSuppression',
  method: 'DELETE',
  path: emailPaths.globalSuppression.template,
  group,
  summary: 'Delete an address from the global suppressions',
  access,
  scope: 'asm.suppressions.global.delete',
  params: { email: Type.String() },
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;
