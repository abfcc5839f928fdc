/** Operations of /v1/Sinks: webhooks for the events of the account. */

import { type Static, Type } from 'typebox';
import { eventTypes } from '../live/events.ts';
import {
  dateTime,
  httpUrl,
  nullable,
  type Operation,
  oneOf,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

/**
 * `active` has no failed delivery; `failing` is being retried; `failed` was retried for 24 hours and is paused until
 * it is changed or a test succeeds.
 */
const sinkStates = ['active', 'failing', 'failed'] as const;

const group = 'Events';
const access = 'account';
const one = { Sid: sid('DG', 'The sink.') };

export const sinkSchema = resource('Sink', {
  sid: sid('DG'),
  account_sid: sid('AC'),
  destination: url(),
  kinds: Type.Array(oneOf(eventTypes)),
  is_signed: Type.Boolean(),
  status: oneOf(sinkStates),
  problem: nullable(Type.String()),
  attempts: Type.Integer({ minimum: 0 }),
  failing_since: nullable(dateTime()),
  date_delivered: nullable(dateTime()),
  is_testing: Type.Boolean(),
  date_tested: nullable(dateTime()),
  test_problem: nullable(Type.String()),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
  links: resource('SinkLinks', { test: url() }),
});

export type SinkResource = Static<typeof sinkSchema>;

const fields = {
  Destination: httpUrl('Where the events are posted to.'),
  Kinds: Type.Array(oneOf(eventTypes), { minItems: 1, description: 'Which events; repeated for several.' }),
  Secret: Type.Optional(text('Signing secret.', { minLength: 16, maxLength: 200, clearable: true })),
};

export const createSink = {
  id: 'CreateSink',
  method: 'POST',
  path: paths.sinks,
  group,
  summary: 'Create a sink',
  note: 'Posts all future events as JSON arrays of CloudEvents, in order, at least once.',
  access,
  form: fields,
  responses: { 201: { text: 'The sink.', schema: sinkSchema }, ...problemResponses(400, 409) },
} as const satisfies Operation;

export const listSinks = {
  id: 'ListSink',
  method: 'GET',
  path: paths.sinks,
  group,
  summary: 'List the sinks of the account',
  note: 'Newest first.',
  access,
  query: pageQuery,
  responses: {
    200: { text: 'A page of sinks.', schema: pageOf('SinkPage', 'sinks', sinkSchema) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const fetchSink = {
  id: 'FetchSink',
  method: 'GET',
  path: paths.sink.template,
  group,
  summary: 'Fetch a sink',
  access,
  params: one,
  responses: { 200: { text: 'The sink.', schema: sinkSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const updateSink = {
  id: 'UpdateSink',
  method: 'POST',
  path: paths.sink.template,
  group,
  summary: 'Update a sink',
  note: 'Fields that are left out are not changed; an empty Secret removes it. A failed sink resumes where it stopped.',
  access,
  params: one,
  form: {
    Destination: Type.Optional(fields.Destination),
    Kinds: Type.Optional(fields.Kinds),
    Secret: fields.Secret,
  },
  responses: { 200: { text: 'The sink.', schema: sinkSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const deleteSink = {
  id: 'DeleteSink',
  method: 'DELETE',
  path: paths.sink.template,
  group,
  summary: 'Delete a sink',
  access,
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...problemResponses(404) },
} as const satisfies Operation;

export const testSink = {
  id: 'TestSink',
  method: 'POST',
  path: paths.sinkTest.template,
  group,
  summary: 'Post a test event to a sink',
  note: 'Asynchronous: the result is in the sink. A successful test resumes a failed sink.',
  access,
  params: one,
  responses: {
    202: { text: 'The sink; its test is in progress.', schema: sinkSchema },
    ...problemResponses(404),
  },
} as const satisfies Operation;
