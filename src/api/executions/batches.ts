/** Operations of /v1/ExecutionBatches: ending or deleting the executions that a filter finds; and of their count. */

import { type Static, Type } from 'typebox';
import {
  dateTime,
  nullable,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { accountExecutionFilters } from './account-list.ts';

const operation = operationsIn('Executions of the account');

const action = oneOf(['end', 'delete'], 'Only active executions are ended; all are deleted.');

const executionBatchSchema = resource('ExecutionBatch', {
  sid: sid('EB'),
  action: oneOf(['end', 'delete']),
  status: oneOf(['running', 'completed', 'canceled', 'failed']),
  problem: nullable(
    Type.String({
      personal: 'text',
      description: 'Why its job failed: it goes on once that is retried, and can be stopped.',
    }),
  ),
  total: Type.Integer({ minimum: 0, description: 'How many the filter found when the batch was created.' }),
  done: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
});

export type ExecutionBatch = Static<typeof executionBatchSchema>;

export const countAccountExecutions = operation({
  id: 'CountAccountExecution',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionCounts,
  summary: 'Count the executions of the account',
  query: accountExecutionFilters,
  responses: {
    200: {
      text: 'The count; not complete where more executions than 1,000,000 had to be tested.',
      schema: resource('ExecutionCount', { count: Type.Integer({ minimum: 0 }), complete: Type.Boolean() }),
    },
  },
});

export const createExecutionBatch = operation({
  id: 'CreateExecutionBatch',
  permission: 'executions.end',
  permissionsByValue: { Action: { delete: 'executions.delete' } },
  method: 'POST',
  audit: {
    object: 'execution_batch',
    shows: [
      'Action',
      'Status',
      'FlowSid',
      'Revision',
      'Widget',
      'Event',
      'Error',
      'DateCreatedFrom',
      'DateCreatedTo',
    ],
  },
  path: paths.executionBatches,
  summary: 'End or delete the executions that a filter finds',
  note: 'A job does it, execution by execution, and goes on after a crash. Executions that start later are left alone.',
  form: { Action: action, ...accountExecutionFilters },
  responses: { 202: { text: 'It has begun.', schema: executionBatchSchema } },
});

export const listExecutionBatches = operation({
  id: 'ListExecutionBatch',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionBatches,
  summary: 'List the batches of executions that were ended or deleted',
  note: 'Newest first.',
  query: pageQuery,
  responses: {
    200: {
      text: 'A page of batches.',
      schema: pageOf('ExecutionBatchPage', 'execution_batches', executionBatchSchema),
    },
  },
});

export type ExecutionBatchPage = ResponseBody<typeof listExecutionBatches>;

export const updateExecutionBatch = operation({
  id: 'UpdateExecutionBatch',
  permission: 'executions.end',
  method: 'POST',
  audit: { object: 'execution_batch' },
  path: paths.executionBatch.template,
  summary: 'Stop a batch',
  note: 'What it has done stays done. One that is over stays as it is.',
  params: { Sid: sid('EB', 'The batch.') },
  form: { Status: oneOf(['canceled']) },
  responses: { 200: { text: 'The batch.', schema: executionBatchSchema } },
});
