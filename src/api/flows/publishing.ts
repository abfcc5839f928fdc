/** Publishing beyond the documented API: publish requests, approval by a second person, and ending executions. */

import { type Static, Type } from 'typebox';
import {
  dateTime,
  nullable,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
  time,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { actingPersonSchema } from '../people/schemas.ts';
import { flowStateProperties } from './schemas.ts';

const operation = operationsIn('Publishing');
const one = { Sid: sid('FW', 'The flow.') };

const endedExecutions = ['none', 'affected', 'all'] as const;

/** Which active executions of other revisions end with a publish: `affected` wait at a widget that changes or is removed. */
export type EndedExecutions = (typeof endedExecutions)[number];

const requestStatuses = ['requested', 'scheduled', 'published', 'rejected', 'canceled', 'refused'] as const;

/**
 * `requested` waits for approval, `scheduled` for its time. `refused`: it could not be published, because another
 * revision was published meanwhile or it is no longer valid.
 */
export type PublishRequestStatus = (typeof requestStatuses)[number];

export const publishingSchema = resource('FlowPublishing', {
  sid: sid('FW'),
  revision: Type.Integer(),
  published_revision: nullable(Type.Integer()),
  ...flowStateProperties,
  needs_approval: Type.Boolean({ description: 'Publishing needs the approval of a second person.' }),
  url: url(),
});

export type FlowPublishing = Static<typeof publishingSchema>;

export const publishRequestSchema = resource('PublishRequest', {
  sid: sid('PR'),
  flow_sid: sid('FW'),
  revision: Type.Integer({ description: 'The revision to publish.' }),
  status: oneOf(requestStatuses),
  publish_at: nullable(dateTime()),
  end_executions: oneOf(endedExecutions),
  message: nullable(Type.String()),
  note: nullable(Type.String({ description: 'Why it was rejected or refused.' })),
  published_as: nullable(Type.Integer({ description: 'The revision that it became.' })),
  requested_by: actingPersonSchema,
  approved_by: nullable(actingPersonSchema),
  closed_by: nullable(actingPersonSchema),
  may_approve: Type.Boolean({ description: 'The credentials of this request may approve it.' }),
  date_requested: dateTime(),
  date_approved: nullable(dateTime()),
  date_closed: nullable(dateTime()),
  url: url(),
});

export type PublishRequestResource = Static<typeof publishRequestSchema>;

export const executionEndingSchema = resource('ExecutionEnding', {
  sid: sid('EE'),
  flow_sid: sid('FW'),
  revision: Type.Integer({ description: 'Executions of this revision are not ended.' }),
  executions: oneOf(['affected', 'all']),
  status: oneOf(['running', 'completed', 'failed']),
  problem: nullable(
    Type.String({ personal: 'text', description: 'Why its job failed: it goes on once that is retried.' }),
  ),
  total: nullable(
    Type.Integer({ description: 'How many there were at the beginning; null until they are counted.' }),
  ),
  ended: Type.Integer({ description: 'How many were ended; others may have ended by themselves.' }),
  failed: Type.Integer({ description: 'How many could not be ended.' }),
  date_created: dateTime(),
  date_completed: nullable(dateTime()),
});

export type ExecutionEndingResource = Static<typeof executionEndingSchema>;

export const fetchPublishing = operation({
  id: 'FetchFlowPublishing',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowPublishing.template,
  summary: 'Fetch how a flow is published',
  params: one,
  responses: { 200: { text: 'The setting.', schema: publishingSchema } },
});

export const updatePublishing = operation({
  id: 'UpdateFlowPublishing',
  permission: 'flows.publish',
  method: 'POST',
  audit: { object: 'flow' },
  path: paths.flowPublishing.template,
  summary: 'Require a second person for publishing a flow, or no longer',
  note: 'Not with an API key. While it is required, Status=published is refused with 403, and a publish request has to be approved.',
  params: one,
  form: { NeedsApproval: Type.Boolean({ description: 'Publishing needs the approval of a second person.' }) },
  responses: { 200: { text: 'The setting.', schema: publishingSchema } },
});

export const createPublishRequest = operation({
  id: 'CreatePublishRequest',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow', shows: ['Revision', 'PublishAt', 'EndExecutions', 'Message'] },
  path: paths.publishRequests.template,
  summary: 'Request that a revision be published: at a time, or after approval',
  note: 'A flow has one pending request at most.',
  rules: { PublishAt: 'It is in the future, and at most a year from now.' },
  params: one,
  form: {
    Revision: text('The revision to publish: a number or LatestRevision.'),
    PublishAt: Type.Optional(
      time(
        'When to publish (ISO 8601), at most a year from now. Needed where no approval is required; left out, it is published when it is approved.',
      ),
    ),
    EndExecutions: Type.Optional(
      oneOf(endedExecutions, 'Which active executions to end; none when left out.'),
    ),
    Message: Type.Optional(text('Message of the published revision.', { maxLength: 500 })),
  },
  responses: {
    201: { text: 'The request.', schema: publishRequestSchema },
    ...problemResponses(409),
  },
});

export const listPublishRequests = operation({
  id: 'ListPublishRequest',
  permission: 'flows.read',
  method: 'GET',
  path: paths.publishRequests.template,
  summary: 'List the publish requests of a flow',
  note: 'Newest first, with who requested, approved, rejected or canceled each of them, and when.',
  params: one,
  query: pageQuery,
  responses: {
    200: {
      text: 'A page of requests.',
      schema: pageOf('PublishRequestPage', 'publish_requests', publishRequestSchema),
    },
  },
});

export type PublishRequestPage = ResponseBody<typeof listPublishRequests>;

export const updatePublishRequest = operation({
  id: 'UpdatePublishRequest',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow', shows: ['Status', 'Note'] },
  path: paths.publishRequest.template,
  summary: 'Approve, reject or cancel a publish request',
  note: 'Approving and rejecting need other credentials than those of the request: the account’s own (auth token or session), or an API key with ApprovesPublishing. An approved request is published at once, or at its time where that is later.',
  params: { ...one, RequestSid: sid('PR', 'The request.') },
  form: {
    Status: oneOf(['approved', 'rejected', 'canceled']),
    Note: Type.Optional(text('Why, for the history.', { maxLength: 500 })),
  },
  responses: {
    200: { text: 'The request.', schema: publishRequestSchema },
    ...problemResponses(409),
  },
});

export const createExecutionEnding = operation({
  id: 'CreateExecutionEnding',
  permission: 'executions.end',
  method: 'POST',
  audit: { object: 'flow', shows: ['Executions'] },
  path: paths.executionEndings.template,
  summary: 'End the active executions that a published revision leaves behind',
  note: 'In batches, each execution as Status=ended does. While it is running, an equal request returns it.',
  params: one,
  form: {
    Executions: oneOf(
      ['affected', 'all'],
      'Those that wait at a widget which the published revision changes or removes, or all of other revisions.',
    ),
  },
  responses: { 202: { text: 'It has begun.', schema: executionEndingSchema } },
});

export const listExecutionEndings = operation({
  id: 'ListExecutionEnding',
  permission: 'flows.read',
  method: 'GET',
  path: paths.executionEndings.template,
  summary: 'List the endings of executions of a flow with their progress',
  note: 'Newest first.',
  params: one,
  query: pageQuery,
  responses: {
    200: {
      text: 'A page of them.',
      schema: pageOf('ExecutionEndingPage', 'execution_endings', executionEndingSchema),
    },
  },
});

export type ExecutionEndingPage = ResponseBody<typeof listExecutionEndings>;
