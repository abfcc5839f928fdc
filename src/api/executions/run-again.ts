/** The operation of /v1/Executions/{Sid}/RunAgain. */

import { operationsIn, sid } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { executionSchema } from './schemas.ts';

const operation = operationsIn('Executions of the account');

export const runExecutionAgain = operation({
  id: 'RunExecutionAgain',
  permission: 'executions.create',
  method: 'POST',
  audit: { object: 'execution' },
  path: paths.executionRunAgain.template,
  summary: 'Run an execution again',
  note: 'Starts an execution with the same trigger, message, request and parameters, for the same contact, on the revision that the contact gets now. Not for calls and subflows, nor once the personal data was removed.',
  params: { Sid: sid('FN', 'The execution whose inputs are used.') },
  responses: {
    201: { text: 'The new execution.', schema: executionSchema },
    ...problemResponses(400, 409),
  },
});
