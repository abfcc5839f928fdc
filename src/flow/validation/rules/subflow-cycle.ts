/** subflow-cycle: a flow that runs itself as a subflow, where the SID of the flow is known. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule } from './rule.ts';

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
