/** The tests that are kept with a flow: /v1/Flows/{Sid}/Tests. Their format is that of `npx patchbay test`. */

import { type Static, Type } from 'typebox';
import {
  dateTime,
  nullable,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Flow tests');
const one = { Sid: sid('FW', 'The flow.') };

/** Characters of a test's name. */
const maxFlowTestName = 100;

export const flowTestSchema = resource('KeptFlowTest', {
  sid: sid('FE'),
  flow_sid: sid('FW'),
  account_sid: sid('AC'),
  name: Type.String(),
  test: Type.String({
    personal: 'text',
    description: 'The YAML of the test, with the present names of its widgets.',
  }),
  widgets: nullable(
    Type.Record(Type.String(), Type.String(), {
      description:
        'Identities of the widgets that the test names, by their names; they stay when a widget is renamed. Null before the flow is first edited.',
    }),
  ),
  author: nullable(sid('US')),
  author_name: nullable(Type.String({ description: 'Of the member or key that kept it last.' })),
  date_created: dateTime(),
  date_updated: dateTime(),
  url: url(),
});

export type FlowTestResource = Static<typeof flowTestSchema>;

export const listFlowTests = operation({
  id: 'ListFlowTest',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowTests.template,
  summary: 'List the tests that are kept with a flow',
  note: 'Newest first.',
  params: one,
  query: pageQuery,
  responses: { 200: { text: 'A page of tests.', schema: pageOf('FlowTestPage', 'tests', flowTestSchema) } },
});

export type FlowTestPage = ResponseBody<typeof listFlowTests>;

export const keepFlowTest = operation({
  id: 'CreateFlowTest',
  permission: 'flows.write',
  method: 'POST',
  audit: { object: 'flow_test' },
  path: paths.flowTests.template,
  summary: 'Keep a test with a flow',
  note: 'An existing test with that name is replaced. The test is not run; its format is at /schemas/flowtest.',
  params: one,
  form: {
    Name: Type.String({
      description: 'The name of the test, unique in its flow.',
      minLength: 1,
      maxLength: maxFlowTestName,
      pattern: '^\\P{Cc}+$',
      mismatch: 'must not contain control characters',
    }),
    Test: text('The YAML of the test, at most 256 kB.'),
  },
  responses: { 201: { text: 'The test.', schema: flowTestSchema } },
});

export const fetchFlowTest = operation({
  id: 'FetchFlowTest',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowTest.template,
  summary: 'Fetch a test of a flow',
  params: { ...one, TestSid: sid('FE') },
  responses: { 200: { text: 'The test.', schema: flowTestSchema } },
});

export const deleteFlowTest = operation({
  id: 'DeleteFlowTest',
  permission: 'flows.write',
  method: 'DELETE',
  audit: { object: 'flow_test' },
  path: paths.flowTest.template,
  summary: 'Delete a test of a flow',
  params: { ...one, TestSid: sid('FE') },
  responses: { 204: { text: 'Deleted.' } },
});
