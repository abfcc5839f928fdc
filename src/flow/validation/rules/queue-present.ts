/** queue-present: a call is enqueued in a named queue or by a workflow. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetRule } from './rule.ts';

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
