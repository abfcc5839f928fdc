/** queue-present: a call is put into a queue or handed to a workflow. */

import { textOf } from '../json.ts';
import { pointer } from '../pointer.ts';
import type { Rule } from './rule.ts';

export const queuePresent: Rule = {
  code: 'queue-present',
  severity: 'warning',
  check({ widgets }) {
    return widgets
      .filter(({ type }) => type?.type === 'enqueue-call')
      .filter(({ properties }) => textOf(properties.queue_name).trim() === '')
      .filter(({ properties }) => textOf(properties.workflow_sid).trim() === '')
      .map(({ index }) => ({
        message: 'A queue or a workflow is needed',
        property_path: pointer('states', index, 'properties', 'queue_name'),
      }));
  },
};
