/** Operations of /v1/Sinks: webhooks for the events of the account. */

import { type Static, Type } from 'typebox';
import { sinkEventTypes } from '../live/events.ts';
import {
  dateTime,
  httpUrl,
  nullable,
  oneOf,
  operationsIn,
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

const operation = operationsIn('Events');
const one = { Sid: sid('DG', 'The sink.') };

export const sinkSchema = resource('Sink', {
  sid: sid('DG'),
  account_sid: sid('AC'),
  destination: url(),
  kinds: Type.Array(oneOf(sinkEventTypes)),
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
  Kinds: Type.Array(oneOf(sinkEventTypes), {
    minItems: 1,
    description: 'Which events; repeated for several.',
  }),
  Secret: Type.Optional(text('Signing secret.', { minLength: 16, maxLength: 200, clearable: true })),
};

export const createSink = operation({
  id: 'CreateSink',
  permission: 'services.write',
  method: 'POST',
  audit: { object: 'sink', secrets: ['Secret'] },
  path: paths.sinks,
  summary: 'Create a sink',
  note: 'Posts all future events as JSON arrays of CloudEvents, in order, at least once.',
  form: fields,
  responses: { 201: { text: 'The sink.', schema: sinkSchema }, ...problemResponses(409) },
});

export const listSinks = operation({
  id: 'ListSink',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.sinks,
  summary: 'List the sinks of the account',
  note: 'Newest first.',
  query: pageQuery,
  responses: { 200: { text: 'A page of sinks.', schema: pageOf('SinkPage', 'sinks', sinkSchema) } },
});

export const fetchSink = operation({
  id: 'FetchSink',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.sink.template,
  summary: 'Fetch a sink',
  params: one,
  responses: { 200: { text: 'The sink.', schema: sinkSchema } },
});

export const updateSink = operation({
  id: 'UpdateSink',
  permission: 'services.write',
  method: 'POST',
  audit: { object: 'sink', secrets: ['Secret'] },
  path: paths.sink.template,
  summary: 'Update a sink',
  note: 'Fields that are left out are not changed; an empty Secret removes it. A failed sink resumes where it stopped.',
  params: one,
  form: {
    Destination: Type.Optional(fields.Destination),
    Kinds: Type.Optional(fields.Kinds),
    Secret: fields.Secret,
  },
  responses: { 200: { text: 'The sink.', schema: sinkSchema } },
});

export const deleteSink = operation({
  id: 'DeleteSink',
  permission: 'services.write',
  method: 'DELETE',
  audit: { object: 'sink' },
  path: paths.sink.template,
  summary: 'Delete a sink',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const testSink = operation({
  id: 'TestSink',
  permission: 'services.write',
  method: 'POST',
  audit: { object: 'sink' },
  path: paths.sinkTest.template,
  summary: 'Post a test event to a sink',
  note: 'Asynchronous: the result is in the sink. A successful test resumes a failed sink.',
  params: one,
  responses: { 202: { text: 'The sink; its test is in progress.', schema: sinkSchema } },
});
