/** Operations of /v2/Flows: flows, their revisions and test users. */

import { Type } from 'typebox';
import {
  clientName,
  type FieldInputs,
  jsonText,
  type Operation,
  oneOf,
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

const group = 'Flows';
const access = 'account';
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

export const createFlow = {
  id: 'CreateFlow',
  method: 'POST',
  path: paths.flows,
  group,
  summary: 'Create a flow',
  note: 'The definition is validated; one with errors is not stored (81022).',
  access,
  form: { ...newFlow, Source: source },
  responses: {
    201: { text: 'The flow, with its first revision.', schema: flowSchema },
    ...problemResponses(400, 429),
  },
} as const satisfies Operation;

export type FlowForm = FieldInputs<(typeof createFlow)['form']>;

export const listFlows = {
  id: 'ListFlow',
  method: 'GET',
  path: paths.flows,
  group,
  summary: 'List the flows of the account',
  note: 'Newest first. Definitions and findings are null.',
  access,
  query: pageQuery,
  responses: {
    200: { text: 'A page of flows.', schema: pageOf('FlowPage', 'flows', flowSchema) },
    ...problemResponses(400, 429),
  },
} as const satisfies Operation;

export type FlowPage = ResponseBody<typeof listFlows>;

export const fetchFlow = {
  id: 'FetchFlow',
  method: 'GET',
  path: paths.flow.template,
  group,
  summary: 'Fetch a flow with its newest revision',
  access,
  params: one,
  responses: { 200: { text: 'The flow.', schema: flowSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const updateFlow = {
  id: 'UpdateFlow',
  method: 'POST',
  path: paths.flow.template,
  group,
  summary: 'Create a new revision of a flow',
  note: 'Fields that are left out are copied from the newest revision: Status=published alone publishes the draft. It is refused with 403 while publishing the flow needs approval.',
  access,
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
  responses: { 200: { text: 'The flow.', schema: flowSchema }, ...problemResponses(400, 403, 404, 409, 429) },
} as const satisfies Operation;

export type FlowChangeForm = FieldInputs<(typeof updateFlow)['form']>;

export const deleteFlow = {
  id: 'DeleteFlow',
  method: 'DELETE',
  path: paths.flow.template,
  group,
  summary: 'Delete a flow with its revisions and executions',
  access,
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...problemResponses(404) },
} as const satisfies Operation;

export const validateFlow = {
  id: 'UpdateFlowValidate',
  method: 'POST',
  path: paths.validate,
  group,
  summary: 'Validate a definition without storing it',
  note: 'For a definition with errors the response is 400 with code 81022; the details list each error with its place.',
  access,
  form: newFlow,
  responses: {
    200: { text: 'The definition is valid.', schema: resource('FlowValidation', { valid: Type.Boolean() }) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const listRevisions = {
  id: 'ListFlowRevision',
  method: 'GET',
  path: paths.revisions.template,
  group: 'Revisions',
  summary: 'List the revisions of a flow',
  note: 'Newest first. Definitions are null.',
  access,
  params: one,
  query: pageQuery,
  responses: {
    200: { text: 'A page of revisions.', schema: pageOf('RevisionPage', 'revisions', revisionSchema) },
    ...problemResponses(400, 404),
  },
} as const satisfies Operation;

export type RevisionPage = ResponseBody<typeof listRevisions>;

export const fetchRevision = {
  id: 'FetchFlowRevision',
  method: 'GET',
  path: paths.revision.template,
  group: 'Revisions',
  summary: 'Fetch a revision',
  access,
  params: { ...one, Revision: text('A number, LatestPublished or LatestRevision.') },
  responses: { 200: { text: 'The revision.', schema: revisionSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

const revisionName = (description: string) =>
  text(`${description} A number, LatestPublished or LatestRevision.`);

export const diffRevisions = {
  id: 'FetchFlowDiff',
  method: 'GET',
  path: paths.flowDiff.template,
  group: 'Revisions',
  summary: 'Compare two revisions of a flow',
  note: 'Empty `changes` for revisions that differ in the order of keys and widgets only.',
  access,
  params: one,
  query: { From: revisionName('The earlier side.'), To: revisionName('The later side.') },
  responses: { 200: { text: 'The changes.', schema: flowDiffSchema }, ...problemResponses(400, 404, 422) },
} as const satisfies Operation;

export const fetchPublishImpact = {
  id: 'FetchPublishImpact',
  method: 'GET',
  path: paths.publishImpact.template,
  group: 'Revisions',
  summary: 'Count the executions that publishing a revision would affect',
  note: 'Active executions finish on the revision that they run.',
  access,
  params: one,
  query: { Revision: revisionName('The revision to publish.') },
  responses: { 200: { text: 'The counts.', schema: publishImpactSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const fetchTestUsers = {
  id: 'FetchTestUser',
  method: 'GET',
  path: paths.testUsers.template,
  group: 'Test users',
  summary: 'Fetch the test users, who run the newest draft',
  access,
  params: one,
  responses: { 200: { text: 'The test users.', schema: testUsersSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const updateTestUsers = {
  id: 'UpdateTestUser',
  method: 'POST',
  path: paths.testUsers.template,
  group: 'Test users',
  summary: 'Set the test users, who run the newest draft',
  note: 'Replaces the list. The field is repeated once for each identity; alone and empty, it clears the list.',
  access,
  params: one,
  form: {
    TestUsers: Type.Array(
      Type.String({ description: 'A phone number or chat identity of at most 300 bytes.' }),
    ),
  },
  responses: { 200: { text: 'The test users.', schema: testUsersSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const listFlowSummaries = {
  id: 'ListFlowSummary',
  method: 'GET',
  path: paths.flowSummaries,
  group: 'For the page',
  summary: 'List summaries of all flows for the page',
  access,
  query: {
    Tag: Type.Optional(text('Flows with this tag only; case does not count.')),
  },
  responses: {
    200: {
      text: 'The flows of the account.',
      schema: resource('FlowSummaries', { flow_summaries: Type.Array(flowSummarySchema) }),
    },
    ...problemResponses(400),
  },
} as const satisfies Operation;
