/** Operations of …/Events: live streams of execution events, and the schemas of their data. */

import { Type } from 'typebox';
import { operationsIn, sid } from '../operation/operation.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Events');
const publicOperation = operationsIn('Events', 'anybody');

const streamResponses = {
  200: {
    text: 'Server-Sent Events that do not end: `snapshot` first, then one for each event, as CloudEvents 1.0.',
    type: 'text/event-stream',
  },
};

/** `pattern` is that of the ids of the stream. */
const lastEventId = (pattern: string) => ({
  LastEventId: Type.Optional(
    Type.String({
      pattern,
      mismatch: 'is not the id of an event of this stream',
      description: 'The id of the last event that was received; the same as the header Last-Event-ID.',
    }),
  ),
});

export const followAccount = operation({
  id: 'FollowAccount',
  permission: 'executions.read',
  method: 'GET',
  path: paths.accountEvents,
  summary: 'Follow the executions of the account',
  note: 'From now on: the snapshot lists nothing, and the ids of the events resume no stream.',
  masksItself: true,
  responses: streamResponses,
});

export const followFlow = operation({
  id: 'FollowFlow',
  permission: 'executions.read',
  method: 'GET',
  path: paths.flowEvents.template,
  summary: 'Follow the executions of a flow',
  note: 'For an id that is no longer kept, the snapshot says `expired`.',
  masksItself: true,
  params: { FlowSid: sid('FW', 'The flow.') },
  query: lastEventId('^(\\d{1,15}|[1-8]\\d{15})\\.\\d{1,15}\\.\\d{1,6}$'),
  responses: streamResponses,
});

export const followExecution = operation({
  id: 'FollowExecution',
  permission: 'executions.read',
  method: 'GET',
  path: paths.executionEvents.template,
  summary: 'Follow an execution',
  masksItself: true,
  ofExecution: 'Sid',
  params: { FlowSid: sid('FW', 'The flow.'), Sid: sid('FN', 'The execution.') },
  query: lastEventId('^\\d{1,9}(\\.ended)?$'),
  responses: streamResponses,
});

const schemaResponse = {
  200: {
    text: 'A JSON schema.',
    schema: Type.Unsafe<object>({ type: 'object' }),
    type: 'application/schema+json',
  },
};

export const fetchExecutionEventSchema = publicOperation({
  id: 'FetchExecutionEventSchema',
  method: 'GET',
  path: paths.executionEventSchema,
  summary: 'Fetch the schema of the data of execution events',
  responses: schemaResponse,
});

export const fetchStepEventSchema = publicOperation({
  id: 'FetchStepEventSchema',
  method: 'GET',
  path: paths.stepEventSchema,
  summary: 'Fetch the schema of the data of step events',
  responses: schemaResponse,
});
