/** Requests of test runs in the designer: /v1/Flows/{Sid}/TestRequests. */

import { type Static, Type } from 'typebox';
import { oneOf, operationsIn, resource, sid, text } from '../operation/operation.ts';
import { paths } from '../paths.ts';

export const testRequestSchema = resource('TestRequest', {
  flow_sid: sid('FW'),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
  content_type: Type.String(),
  body: Type.String(),
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why there is no response.' }),
});

export type TestRequestResource = Static<typeof testRequestSchema>;

const operation = operationsIn('Flow tests');

export const createTestRequest = operation({
  id: 'CreateTestRequest',
  permission: 'flows.write',
  method: 'POST',
  audit: { none: 'The simulator tries out a request; nothing changes here.' },
  path: paths.testRequests.template,
  summary: 'Send a request of a widget for a test run',
  note: 'What a widget would request, sent by the server as in an execution: to the same addresses only, with the same limits of time and size. Nothing of it is stored. At most 60 a minute and 4 at once for an account.',
  params: { Sid: sid('FW', 'The flow whose test run it is.') },
  form: {
    Method: oneOf(['GET', 'POST']),
    Url: Type.String({ minLength: 1, maxLength: 8_000, description: 'An http or https URL.' }),
    ContentType: Type.Optional(Type.String({ maxLength: 200, pattern: '^[ -~]*$' })),
    Body: Type.Optional(text('The body of a POST request, at most 64 kB.')),
  },
  responses: { 200: { text: 'The response, or why there is none.', schema: testRequestSchema } },
});
