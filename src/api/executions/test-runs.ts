/** The operation that starts a test run: the draft of a flow, live, for a person who reaches no contact by it. */

import { Type } from 'typebox';
import { operationsIn, sid } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { createExecution, newExecution } from './operations.ts';
import { executionSchema } from './schemas.ts';

const { ExternalId: _, ...fields } = newExecution;

const operation = operationsIn('Test users');

export const createTestRun = operation({
  id: 'CreateTestRun',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'execution', only: 'people' },
  path: paths.testRuns.template,
  summary: 'Start the newest draft for a test user or a test number',
  note: 'What the run sends to anybody else, and to a test number, goes to the built-in test carrier.',
  rules: {
    ...createExecution.rules,
    To: 'A test user of the flow, or a test number: +1500555 and four digits.',
  },
  params: { FlowSid: sid('FW', 'The flow.') },
  form: {
    ...fields,
    Body: Type.Optional(
      Type.String({
        description: 'The message of the contact that starts the flow. Without one a request starts it.',
        minLength: 1,
        maxLength: 10_000,
      }),
    ),
  },
  responses: {
    201: { text: 'The execution.', schema: executionSchema },
    ...problemResponses(409),
  },
});
