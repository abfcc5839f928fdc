/** Operations of groups: sets of people with memberships that all of them have. */

import { type Static, Type } from 'typebox';
import {
  dateTime,
  jsonObjectText,
  jsonText,
  nullable,
  operationsIn,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { role } from './schemas.ts';

const operation = operationsIn('People');

const groupSchema = resource('Group', {
  sid: sid('GR'),
  account_sid: sid('AC'),
  name: Type.String(),
  provider_sid: nullable(
    sid('IP', 'Of the identity provider that pushes it; null for one that is made here.'),
  ),
  people: Type.Array(sid('US'), { description: 'Who is in it.' }),
  memberships: Type.Array(resource('GroupMembership', { account_sid: sid('AC'), role: role() }), {
    description: 'What each of them is, besides what they are otherwise.',
  }),
  date_created: dateTime(),
  url: url(),
});

export type GroupResource = Static<typeof groupSchema>;

const group = { Sid: sid('GR', 'The group.') };

const name = text('The name of the group.', {
  maxLength: 100,
  pattern: '^(?=.*\\S)\\P{Cc}+$',
  mismatch: 'must not contain control characters',
});
const people = jsonText(
  'The SIDs of the people in it, as a JSON array: members of the account or of one below it.',
);
const memberships = jsonObjectText(
  'The role in each account, as a JSON object: `{"AC…": "author"}`. The account, or those below it.',
);

const rules = {
  Name: 'Once in an account.',
  People: 'At most 500.',
  Memberships: 'Roles up to one’s own.',
};

export const createGroup = operation({
  id: 'CreateGroup',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'group', shows: ['People', 'Memberships'] },
  path: paths.groups,
  summary: 'Make a group',
  note: 'Of the role from a group and others in the same account the most powerful counts.',
  rules,
  form: { Name: name, People: Type.Optional(people), Memberships: Type.Optional(memberships) },
  responses: { 201: { text: 'The group.', schema: groupSchema }, ...problemResponses(409) },
});

export const listGroups = operation({
  id: 'ListGroup',
  permission: 'members.read',
  method: 'GET',
  path: paths.groups,
  summary: 'List the groups',
  query: pageQuery,
  responses: {
    200: {
      text: 'A page, the newest first; fewer where they have more than 5,000 people or memberships together.',
      schema: pageOf('GroupPage', 'groups', groupSchema),
    },
  },
});

export const fetchGroup = operation({
  id: 'FetchGroup',
  permission: 'members.read',
  method: 'GET',
  path: paths.group.template,
  summary: 'Fetch a group',
  params: group,
  responses: { 200: { text: 'The group.', schema: groupSchema } },
});

export const updateGroup = operation({
  id: 'UpdateGroup',
  permission: 'members.write',
  method: 'POST',
  audit: { object: 'group', shows: ['People', 'Memberships'] },
  path: paths.group.template,
  summary: 'Change a group',
  note: 'People and memberships are replaced where they are given. Who is not in it any more loses what only the group gave, at once.',
  rules,
  params: group,
  form: {
    Name: Type.Optional(name),
    People: Type.Optional(people),
    Memberships: Type.Optional(memberships),
  },
  responses: { 200: { text: 'The group.', schema: groupSchema }, ...problemResponses(409) },
});

export const deleteGroup = operation({
  id: 'DeleteGroup',
  permission: 'members.write',
  method: 'DELETE',
  audit: { object: 'group' },
  path: paths.group.template,
  summary: 'Remove a group',
  note: 'With what only the group gave. Its people stay.',
  params: group,
  responses: { 204: { text: 'It is removed.' }, ...problemResponses(409) },
});
