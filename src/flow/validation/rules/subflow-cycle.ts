/** subflow-cycle: a flow that runs itself as a subflow, where the SID of the flow is known. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule, RuleExample } from './rule.ts';

export const subflowCycle: FlowRule = {
  code: 'subflow-cycle',
  severity: 'warning',
  check({ widgets, sid }) {
    if (sid === null) return [];
    return widgets
      .filter(({ type, properties }) => type?.type === 'run-subflow' && textOf(properties.flow_sid) === sid)
      .map(({ index }) => ({
        message: 'The flow runs itself as a subflow, which fails: choose another flow.',
        property_path: pointer('states', index, 'properties', 'flow_sid'),
      }));
  },
};

const again = (flow_sid: string) => ({
  description: '',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: {},
      transitions: [{ event: 'incomingMessage', next: 'again' }],
    },
    {
      name: 'again',
      type: 'run-subflow',
      properties: { flow_sid, flow_revision: 'LatestPublished' },
      transitions: [],
    },
  ],
});

export const subflowCycleExample: RuleExample = {
  why: 'A subflow that runs a subflow fails, so a flow that runs itself always does.',
  bad: {
    sid: 'FW00000000000000000000000000000001',
    definition: again('FW00000000000000000000000000000001'),
  },
  good: {
    sid: 'FW00000000000000000000000000000001',
    definition: again('FW00000000000000000000000000000002'),
  },
};
