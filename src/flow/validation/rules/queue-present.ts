/** queue-present: a call is enqueued in a named queue or by a workflow. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

export const queuePresent: WidgetRule = {
  code: 'queue-present',
  severity: 'warning',
  check({ type, index, properties }) {
    if (type?.type !== 'enqueue-call') return [];
    const { queue_name, workflow_sid } = properties;
    if (`${textOf(queue_name)}${textOf(workflow_sid)}`.trim() !== '') return [];
    return [
      {
        message: 'Queue or Workflow is required.',
        property_path: pointer('states', index, 'properties', 'queue_name'),
      },
    ];
  },
};

export const queuePresentExample: RuleExample = {
  why: 'A call is put into a queue or given to a workflow; without either it fails.',
  bad: {
    event: 'incomingCall',
    states: [
      {
        name: 'wait',
        type: 'enqueue-call',
        properties: { queue_name: '', workflow_sid: '' },
        transitions: [],
      },
    ],
  },
  good: {
    event: 'incomingCall',
    states: [{ name: 'wait', type: 'enqueue-call', properties: { queue_name: 'office' }, transitions: [] }],
  },
};
