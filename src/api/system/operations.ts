/** Operations for operators: system health, jobs, data retention, test runs and metrics. */

import { type Static, Type } from 'typebox';
import { speechEngines } from '../messaging/speech-operations.ts';
import {
  dateTime,
  nullable,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { auditDays } from './audit-days.ts';

const operation = operationsIn('Operations');

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

const jobStatus = oneOf(
  ['waiting', 'dead'],
  'waiting: due now or later. dead: failed permanently (dead letter).',
);

const jobSchema = resource('Job', {
  key: Type.String(),
  account_sid: sid('AC'),
  kind: Type.String(),
  status: jobStatus,
  flow_sid: nullable(sid('FW')),
  execution_sid: nullable(sid('FN')),
  problem: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  attempts: count(),
  date_created: dateTime(),
  date_due: dateTime(),
  date_given_up: nullable(dateTime()),
  url: url(),
});

export type JobResource = Static<typeof jobSchema>;

const removalCounts = resource(
  'RemovalCounts',
  {
    executions: count(),
    steps: count(),
    messages: count(),
    calls: count(),
    tasks: count(),
    chat: count('Chat channels and their members.'),
    links: count('Short links of messages.'),
    mails: count(),
    events: count('Events of the email service.'),
    jobs: count(),
    remains: count('Executions whose remaining rows were deleted.'),
  },
  'Rows of the last removal of personal data, possibly of several accounts.',
);

export type RemovalCounts = Static<typeof removalCounts>;

const retentionSchema = resource('Retention', {
  account_sid: sid('AC'),
  days: Type.Number({ description: 'Retention of personal data of this account, in days.' }),
  longest_days: Type.Number({ description: 'Maximum of the installation, in days.' }),
  audit_days: Type.Integer({ description: 'How long the audit log is kept, in days.' }),
  last_removal: nullable(dateTime()),
  last_counts: nullable(removalCounts),
  url: url(),
});

export type RetentionResource = Static<typeof retentionSchema>;

const operationsSchema = resource('Operations', {
  account_sid: sid('AC'),
  version: Type.String(),
  database: resource('DatabaseCondition', {
    kind: oneOf(['embedded', 'postgres']),
    ms: Type.Number({ description: 'Latency of the query that counts the jobs.' }),
    disk_used: nullable(
      Type.Number({ minimum: 0, maximum: 1, description: 'Used share of the disk of the embedded file.' }),
    ),
    fault: nullable(oneOf(['full', 'read-only', 'failing', 'damaged'], 'Why nothing can be stored.')),
    nodes: Type.Array(
      resource('DatabaseNode', {
        address: Type.String({ description: 'Host and port, as the coordinator knows them.' }),
        shards: count('How many of the 256 shards it has.'),
        answers: Type.Boolean({ description: 'Whether it answers the coordinator.' }),
      }),
      { description: 'Of a database on Citus.' },
    ),
  }),
  jobs: resource('JobCounts', {
    due: count('Due now.'),
    late: count('Overdue.'),
    dead: count('Failed permanently.'),
    oldest_s: count('Age in seconds of the job that has been due longest.'),
  }),
  speech: resource('SpeechCondition', {
    engine: nullable(oneOf(speechEngines, 'What speaks in test calls; null where the browser does.')),
    voices: count('How many voices it has here.'),
  }),
  url: url(),
});

const testRunSchema = resource('TestRun', {
  sid: sid('FN'),
  identity: Type.String({ personal: 'address' }),
  revision: Type.Integer({ minimum: 1 }),
  widget: nullable(Type.String({ description: 'Where it waits or has ended.' })),
  status: oneOf(['active', 'ended']),
  date_created: dateTime(),
});

/** An execution of a draft by a test user. */
export type TestRun = Static<typeof testRunSchema>;

const testRunsSchema = resource('TestRuns', {
  flow_sid: sid('FW'),
  test_runs: Type.Array(testRunSchema),
});

const oneJob = { Key: text('The key of the job, percent-encoded.') };

export const fetchOperations = operation({
  id: 'FetchOperations',
  permission: 'operations.read',
  method: 'GET',
  path: paths.operations,
  summary: 'Fetch the system health',
  note: 'Jobs are those of the account.',
  responses: { 200: { text: 'System health.', schema: operationsSchema } },
});

export const listJobs = operation({
  id: 'ListJob',
  permission: 'operations.read',
  method: 'GET',
  path: paths.jobs,
  summary: 'List failed or waiting jobs',
  note: 'The payload of a job is not shown: it may contain personal data.',
  query: { Status: Type.Optional({ ...jobStatus, description: 'Default: dead.' }), ...pageQuery },
  responses: { 200: { text: 'A page of jobs.', schema: pageOf('JobPage', 'jobs', jobSchema) } },
});

export type JobPage = ResponseBody<typeof listJobs>;

export const fetchJob = operation({
  id: 'FetchJob',
  permission: 'operations.read',
  method: 'GET',
  path: paths.job.template,
  summary: 'Fetch a job',
  params: oneJob,
  responses: { 200: { text: 'The job.', schema: jobSchema } },
});

export const updateJob = operation({
  id: 'UpdateJob',
  permission: 'operations.write',
  method: 'POST',
  audit: { object: 'job', shows: ['Action'] },
  path: paths.job.template,
  summary: 'Retry or discard a failed job',
  note: 'An execution that waits for a discarded job continues as after a failure.',
  params: oneJob,
  form: { Action: oneOf(['retry', 'discard']) },
  responses: {
    200: { text: 'The job, or its last state once discarded.', schema: jobSchema },
    ...problemResponses(409),
  },
});

export const fetchRetention = operation({
  id: 'FetchRetention',
  permission: 'operations.read',
  method: 'GET',
  path: paths.retention,
  summary: 'Fetch the data retention period',
  responses: { 200: { text: 'The period.', schema: retentionSchema } },
});

export const updateRetention = operation({
  id: 'UpdateRetention',
  permission: 'operations.write',
  method: 'POST',
  audit: { object: 'retention' },
  path: paths.retention,
  summary: 'Set how long data is kept',
  note: 'Of personal data, counted from the start of an execution, at most the maximum of the installation; and of the audit log.',
  form: {
    AuditDays: Type.Optional(
      Type.Integer({
        ...auditDays,
        description: 'How long the audit log is kept, in whole days; 730 by default.',
      }),
    ),
    Days: Type.Optional(
      text('A number above 0, fractions allowed; empty for the maximum.', {
        pattern: '^(?=.*[1-9])\\d{0,6}\\.?\\d{1,9}$',
        mismatch: 'must be a number above 0',
        clearable: true,
      }),
    ),
  },
  responses: { 200: { text: 'The period.', schema: retentionSchema } },
});

export const listTestRuns = operation({
  id: 'ListTestRun',
  permission: 'executions.read',
  method: 'GET',
  path: paths.testRuns.template,
  group: 'Test users',
  summary: 'List the last runs of drafts by test users',
  note: 'At most 20, from among the newest 1,000 executions of the flow.',
  params: { FlowSid: sid('FW', 'The flow.') },
  responses: { 200: { text: 'The runs.', schema: testRunsSchema } },
});

export const fetchMetrics = operation({
  id: 'FetchMetrics',
  method: 'GET',
  path: paths.metrics,
  group: 'Health',
  summary: 'Read the metrics',
  note: 'In Prometheus format. Requires METRICS_TOKEN as bearer token, or a local connection where none is set.',
  access: 'anybody',
  responses: {
    200: { text: 'Metrics.', schema: Type.String(), type: 'text/plain' },
    ...problemResponses(401, 403),
  },
});
