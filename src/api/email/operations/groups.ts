/** /v3/asm: unsubscribe groups, their suppressions, and global suppressions. */

import { Type } from 'typebox';
import { emailOperationsIn } from '../operation.ts';
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

const operation = emailOperationsIn('Email: unsubscribe groups');
const digits = Type.String({ pattern: '^\\d{1,15}$' });
const one = { group_id: digits };
const member = { group_id: digits, email: Type.String() };
const groupResponse = { 200: { text: 'The group.', schema: groupSchema } } as const;
const added = { 201: { text: 'The addresses.', schema: recipientEmailsSchema } } as const;

export const createGroup = operation({
  id: 'CreateUnsubscribeGroup',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_group', shows: ['name', 'description', 'is_default'] },
  path: emailPaths.groups,
  summary: 'Create an unsubscribe group',
  scope: 'asm.groups.create',
  json: groupInputSchema,
  responses: { 201: { text: 'The group.', schema: groupSchema } },
});

export const listGroups = operation({
  id: 'ListUnsubscribeGroup',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.groups,
  summary: 'List the unsubscribe groups',
  scope: 'asm.groups.read',
  responses: { 200: { text: 'The groups, oldest first.', schema: groupListSchema } },
});

export const fetchGroup = operation({
  id: 'FetchUnsubscribeGroup',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.group.template,
  summary: 'Fetch an unsubscribe group',
  scope: 'asm.groups.read',
  params: one,
  responses: { ...groupResponse },
});

export const updateGroup = operation({
  id: 'UpdateUnsubscribeGroup',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_group' },
  path: emailPaths.group.template,
  summary: 'Update an unsubscribe group',
  scope: 'asm.groups.update',
  params: one,
  json: groupChangeSchema,
  responses: { ...groupResponse },
});

export const deleteGroup = operation({
  id: 'DeleteUnsubscribeGroup',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_group' },
  path: emailPaths.group.template,
  summary: 'Delete an unsubscribe group',
  note: 'Its suppressions are deleted too.',
  scope: 'asm.groups.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const addToGroup = operation({
  id: 'CreateGroupSuppression',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_group', counts: ['recipient_emails'] },
  path: emailPaths.groupSuppressions.template,
  summary: 'Add addresses to the suppressions of a group',
  scope: 'asm.groups.suppressions.create',
  params: one,
  json: recipientEmailsSchema,
  responses: { ...added },
});

export const listOfGroup = operation({
  id: 'ListGroupSuppression',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.groupSuppressions.template,
  summary: 'List the suppressions of a group',
  scope: 'asm.groups.suppressions.read',
  params: one,
  responses: { 200: { text: 'The addresses.', schema: recipientListSchema } },
});

export const searchInGroup = operation({
  id: 'SearchGroupSuppression',
  // Who may not see addresses must not find them out by asking for them.
  permission: 'contacts.unmasked',
  method: 'POST',
  audit: { none: 'Reads.' },
  path: emailPaths.groupSuppressionSearch.template,
  summary: 'Search the suppressions of a group for addresses',
  scope: 'asm.groups.suppressions.read',
  params: one,
  json: recipientEmailsSchema,
  responses: { 200: { text: 'Those of the addresses that are suppressed.', schema: recipientListSchema } },
});

export const removeFromGroup = operation({
  id: 'DeleteGroupSuppression',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_group' },
  path: emailPaths.groupSuppression.template,
  summary: 'Delete an address from the suppressions of a group',
  scope: 'asm.groups.suppressions.delete',
  params: member,
  responses: { 204: { text: 'Deleted.' } },
});

export const listAllOfGroups = operation({
  id: 'ListAllGroupSuppressions',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.allGroupSuppressions,
  summary: 'List the suppressions of all groups',
  scope: 'asm.groups.suppressions.read',
  query: {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  },
  responses: { 200: { text: 'The newest first.', schema: groupSuppressionListSchema } },
});

export const fetchGroupsOfRecipient = operation({
  id: 'FetchGroupsOfRecipient',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: emailPaths.suppressionsOf.template,
  summary: 'List all groups with whether an address is suppressed',
  scope: 'asm.groups.suppressions.read',
  params: { email: Type.String() },
  responses: { 200: { text: 'All groups.', schema: recipientGroupsSchema } },
});

export const addGlobally = operation({
  id: 'CreateGlobalSuppression',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_suppressions', counts: ['recipient_emails'] },
  path: emailPaths.globalSuppressions,
  summary: 'Add addresses to the global suppressions',
  scope: 'asm.suppressions.global.create',
  json: recipientEmailsSchema,
  responses: { ...added },
});

export const fetchGlobally = operation({
  id: 'FetchGlobalSuppression',
  permission: 'contacts.unmasked',
  method: 'GET',
  path: emailPaths.globalSuppression.template,
  summary: 'Check whether an address is globally suppressed',
  scope: 'asm.suppressions.global.read',
  params: { email: Type.String() },
  responses: {
    200: {
      text: 'The address, or an empty object when it is not suppressed.',
      schema: globalSuppressionSchema,
    },
  },
});

export const removeGlobally = operation({
  id: 'DeleteGlobalSuppression',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_suppressions' },
  path: emailPaths.globalSuppression.template,
  summary: 'Delete an address from the global suppressions',
  scope: 'asm.suppressions.global.delete',
  params: { email: Type.String() },
  responses: { 204: { text: 'Deleted.' } },
});
