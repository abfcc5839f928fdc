/** /v3/asm: unsubscribe groups, who has left them, and who wants no mail at all. */

import Type from 'typebox';
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
const answer = { 200: { text: 'The group.', schema: groupSchema } } as const;
const added = { 201: { text: 'The addresses.', schema: recipientEmailsSchema } } as const;

export const createGroup = {
  id: 'CreateUnsubscribeGroup',
  method: 'POST',
  path: emailPaths.groups,
  group,
  summary: 'Make an unsubscribe group',
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
  path: emailPaths.group('{group_id}'),
  group,
  summary: 'Fetch an unsubscribe group',
  access,
  scope: 'asm.groups.read',
  params: one,
  responses: { ...answer, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const updateGroup = {
  id: 'UpdateUnsubscribeGroup',
  method: 'PATCH',
  path: emailPaths.group('{group_id}'),
  group,
  summary: 'Change an unsubscribe group',
  access,
  scope: 'asm.groups.update',
  params: one,
  json: groupChangeSchema,
  responses: { ...answer, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const deleteGroup = {
  id: 'DeleteUnsubscribeGroup',
  method: 'DELETE',
  path: emailPaths.group('{group_id}'),
  group,
  summary: 'Remove an unsubscribe group',
  note: 'Who has left it is forgotten.',
  access,
  scope: 'asm.groups.delete',
  params: one,
  responses: { 204: { text: 'It is gone.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const addToGroup = {
  id: 'CreateGroupSuppression',
  method: 'POST',
  path: emailPaths.groupSuppressions('{group_id}'),
  group,
  summary: 'Note that addresses have left a group',
  access,
  scope: 'asm.groups.suppressions.create',
  params: one,
  json: recipientEmailsSchema,
  responses: { ...added, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const listOfGroup = {
  id: 'ListGroupSuppression',
  method: 'GET',
  path: emailPaths.groupSuppressions('{group_id}'),
  group,
  summary: 'List the addresses that have left a group',
  access,
  scope: 'asm.groups.suppressions.read',
  params: one,
  responses: { 200: { text: 'The addresses.', schema: recipientListSchema }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const removeFromGroup = {
  id: 'DeleteGroupSuppression',
  method: 'DELETE',
  path: emailPaths.groupSuppression('{group_id}', '{email}'),
  group,
  summary: 'Note that an address is back in a group',
  access,
  scope: 'asm.groups.suppressions.delete',
  params: member,
  responses: { 204: { text: 'It gets mail of the group again.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const listAllOfGroups = {
  id: 'ListAllGroupSuppressions',
  method: 'GET',
  path: emailPaths.allGroupSuppressions,
  group,
  summary: 'List who has left which group',
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
  path: emailPaths.suppressionsOf('{email}'),
  group,
  summary: 'Fetch the groups as one address stands to them',
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
  summary: 'Note that addresses want no mail at all',
  access,
  scope: 'asm.suppressions.global.create',
  json: recipientEmailsSchema,
  responses: { ...added, ...errorResponses(400) },
} as const satisfies EmailOperation;

export const fetchGlobally = {
  id: 'FetchGlobalSuppression',
  method: 'GET',
  path: emailPaths.globalSuppression('{email}'),
  group,
  summary: 'Ask whether an address wants no mail at all',
  access,
  scope: 'asm.suppressions.global.read',
  params: { email: Type.String() },
  responses: {
    200: { text: 'The address, or nothing where it gets mail.', schema: globalSuppressionSchema },
    ...errorResponses(),
  },
} as const satisfies EmailOperation;

export const removeGlobally = {
  id: 'DeleteGlobalSuppression',
  method: 'DELETE',
  path: emailPaths.globalSuppression('{email}'),
  group,
  summary: 'Note that an address wants mail again',
  access,
  scope: 'asm.suppressions.global.delete',
  params: { email: Type.String() },
  responses: { 204: { text: 'It gets mail again.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;
