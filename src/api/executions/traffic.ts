/** Operations of /v1/Flows/{Sid}/Traffic and /v1/FlowStarts: counts of where executions are and go. */

import { Type } from 'typebox';
import { dateTime, operationsIn, resource, sid } from '../operation/operation.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Executions of the account');
const count = Type.Integer({ minimum: 0 });
const revision = Type.Integer({ minimum: 1 });

export const fetchTraffic = operation({
  id: 'FetchFlowTraffic',
  permission: 'flows.read',
  method: 'GET',
  path: paths.traffic.template,
  summary: 'Fetch where the executions of a flow are and go',
  note: 'Active executions at each widget now, and how often each transition was taken, by revision. Counts are kept for 7 days, by whole hours.',
  params: { Sid: sid('FW', 'The flow.') },
  query: {
    Hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 168,
        default: 24,
        description: 'Count the transitions of so many hours, and those of the hour that has begun.',
      }),
    ),
  },
  responses: {
    200: {
      text: 'The counts.',
      schema: resource('FlowTraffic', {
        flow_sid: sid('FW'),
        since: dateTime(),
        waiting: Type.Array(resource('WaitingCount', { widget: Type.String(), revision, executions: count })),
        passed: Type.Array(
          resource('TransitionCount', {
            widget: Type.String(),
            revision,
            event: Type.String(),
            target: Type.String(),
            passed: count,
          }),
        ),
      }),
    },
  },
});

export const listFlowStarts = operation({
  id: 'ListFlowStart',
  permission: 'flows.read',
  method: 'GET',
  path: paths.flowStarts,
  summary: 'List how often flows were started in each of the last 24 hours',
  note: 'Oldest hour first; the last one has only begun. Flows that were not started are left out.',
  responses: {
    200: {
      text: 'The starts by flow.',
      schema: resource('FlowStarts', {
        flow_starts: Type.Array(
          resource('FlowStartCounts', { flow_sid: sid('FW'), hours: Type.Array(count) }),
        ),
      }),
    },
  },
});
