/** Operations of /v2/Flows: flows, their revisions and test users. */

import { Type } from 'typebox';
import {
  clientName,
  type FieldInputs,
  jsonText,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { statedSources } from './revision-sources.ts';
import {
  flowDiffSchema,
  flowSchema,
  flowStatus,
  flowSummarySchema,
  publishImpactSchema,
  revisionSchema,
  testUsersSchema,
} from './schemas.ts';

const operation = operationsIn('Flows');
const one = { Sid: sid('FW', 'The flow.') };

const newFlow = {
  FriendlyName: text('Display name.'),
  Status: flowStatus,
  Definition: jsonText('The definition of the flow, at most 1 MB.'),
  CommitMessage: Type.Optional(text('Description of the changes.')),
  AuthorSid: Type.Optional(sid('US', 'Author of the revision; the account’s own user when left out.')),
};

const source = Type.Optional(
  oneOf(statedSources, 'How the revision was made, for the history; found out when left out.'),
);

export const createFlow = operation({
  id: 'CreateFlow',
  permission: 'flows.write',
  permissionsByValue: { Status: { published: 'flows.publish' } },
  method: 'POST',
  audit: { object: 'flow', shows: ['CommitMessage', 'Source'] },
  path: paths.flows,
  summary: 'Create a flow',
  note: 'The definition is validated; one with errors is not stored (81022).',
  form: { ...newFlow, Source: source },
  responses: { 201: { text: 'The flow, with its first revision.', schema: flowSchema } },
});

export type FlowForm = FieldInputs<(typeof createFlow)['form']>;

export const listFlows = operation({
  id: 'ListFlow',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flows,
  summary: 'List the flows of the account',
  note: 'Newest first. Definitions and findings are null.',
  query: pageQuery,
  responses: { 200: { text: 'A page of flows.', schema: pageOf('FlowPage', 'flows', flowSchema) } },
});

export type FlowPage = ResponseBody<typeof listFlows>;

export const fetchFlow = operation({
  id: 'FetchFlow',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flow.template,
  summary: 'Fetch a flow with its newest revision',
  params: one,
  responses: { 200: { text: 'The flow.', schema: flowSchema } },
});

export const updateFlow = operation({
  id: 'UpdateFlow',
  permission: 'flows.write',
  permissionsByValue: { Status: { published: 'flows.publish' } },
  method: 'POST',
  audit: { object: 'flow', shows: ['CommitMessage', 'Source', 'SourceRevision'] },
  path: paths.flow.template,
  summary: 'Create a new revision of a flow',
  note: 'Fields that are left out are copied from the newest revision: Status=published alone publishes the draft. It is refused with 403 while publishing the flow needs approval.',
  params: one,
  form: {
    Status: flowStatus,
    FriendlyName: Type.Optional(newFlow.FriendlyName),
    Definition: Type.Optional(newFlow.Definition),
    CommitMessage: newFlow.CommitMessage,
    AuthorSid: newFlow.AuthorSid,
    BaseRevision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The newest revision that the caller knows. When there is a newer one, nothing is stored.',
      }),
    ),
    Source: source,
    SourceRevision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The revision that is restored or rolled back to, for the history. Its definition is used where none is sent.',
      }),
    ),
    EditSeq: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'Makes the revision of the working copy after this edit instead of a FriendlyName and a Definition. Later edits stay in the working copy; when they are in a revision already, nothing is stored (409).',
      }),
    ),
    NewestEditOnly: Type.Optional(
      Type.Boolean({
        description: 'With EditSeq: when the working copy has a later edit, nothing is stored (409).',
      }),
    ),
    Client: Type.Optional(
      clientName('The page or program that stores it, as in its edits; the edit of the revision bears it'),
    ),
    AuthorName: Type.Optional(text('Who stores it, as those who edit the flow shall see it.')),
  },
  responses: { 200: { text: 'The flow.', schema: flowSchema }, ...problemResponses(409) },
});

export type FlowChangeForm = FieldInputs<(typeof updateFlow)['form']>;

export const deleteFlow = operation({
  id: 'DeleteFlow',
  permission: 'flows.delete',
  method: 'DELETE',
  audit: { object: 'flow' },
  path: paths.flow.template,
  summary: 'Delete a flow with its revisions and executions',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const validateFlow = operation({
  id: 'UpdateFlowValidate',
  permission: 'flows.read',
  method: 'POST',
  audit: { none: 'It changes nothing.' },
  path: paths.validate,
  summary: 'Validate a definition without storing it',
  note: 'For a definition with errors the response is 400 with code 81022; the details list each error with its place.',
  form: newFlow,
  responses: {
    200: { text: 'The definition is valid.', schema: resource('FlowValidation', { valid: Type.Boolean() }) },
  },
});

export const listRevisions = operation({
  id: 'ListFlowRevision',
  permission: 'flows.read',
  method: 'GET',
  path: paths.revisions.template,
  group: 'Revisions',
  summary: 'List the revisions of a flow',
  note: 'Newest first. Definitions are null.',
  params: one,
  query: pageQuery,
  responses: {
    200: { text: 'A page of revisions.', schema: pageOf('RevisionPage', 'revisions', revisionSchema) },
  },
});

export type RevisionPage = ResponseBody<typeof listRevisions>;

export const fetchRevision = operation({
  id: 'FetchFlowRevision',
  permission: 'flows.read',
  method: 'GET',
  path: paths.revision.template,
  group: 'Revisions',
  summary: 'Fetch a revision',
  params: { ...one, Revision: text('A number, LatestPublished or LatestRevision.') },
  responses: { 200: { text: 'The revision.', schema: revisionSchema }, ...problemResponses(400) },
});

const revisionName = (description: string) =>
  text(`${description} A number, LatestPublished or LatestRevision.`);

export const diffRevisions = operation({
  id: 'FetchFlowDiff',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowDiff.template,
  group: 'Revisions',
  summary: 'Compare two revisions of a flow',
  note: 'Empty `changes` for revisions that differ in the order of keys and widgets only.',
  params: one,
  query: { From: revisionName('The earlier side.'), To: revisionName('The later side.') },
  responses: { 200: { text: 'The changes.', schema: flowDiffSchema }, ...problemResponses(422) },
});

export const fetchPublishImpact = operation({
  id: 'FetchPublishImpact',
  permission: 'flows.read',
  method: 'GET',
  path: paths.publishImpact.template,
  group: 'Revisions',
  summary: 'Count the executions that publishing a revision would affect',
  note: 'Active executions finish on the revision that they run.',
  params: one,
  query: { Revision: revisionName('The revision to publish.') },
  responses: { 200: { text: 'The counts.', schema: publishImpactSchema } },
});

export const fetchTestUsers = operation({
  id: 'FetchTestUser',
  permission: 'flows.read',
  method: 'GET',
  path: paths.testUsers.template,
  group: 'Test users',
  summary: 'Fetch the test users, who run the newest draft',
  params: one,
  responses: { 200: { text: 'The test users.', schema: testUsersSchema } },
});

export const updateTestUsers = operation({
  id: 'UpdateTestUser',
  permission: 'flows.test_users',
  method: 'POST',
  audit: { object: 'flow' },
  path: paths.testUsers.template,
  group: 'Test users',
  summary: 'Set the test users, who run the newest draft',
  note: 'Replaces the list. The field is repeated once for each identity; alone and empty, it clears the list.',
  params: one,
  form: {
    TestUsers: Type.Array(
      Type.String({ description: 'A phone number or chat identity of at most 300 bytes.' }),
    ),
  },
  responses: { 200: { text: 'The test users.', schema: testUsersSchema } },
});

export const listFlowSummaries = operation({
  id: 'ListFlowSummary',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowSummaries,
  group: 'For the page',
  summary: 'List summaries of all flows for the page',
  query: {
    Tag: Type.Optional(text('Flows with this tag only; case does not count.')),
  },
  responses: {
    200: {
      text: 'The flows of the account.',
      schema: resource('FlowSummaries', { flow_summaries: Type.Array(flowSummarySchema) }),
    },
  },
});
