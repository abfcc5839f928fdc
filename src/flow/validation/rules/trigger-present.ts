/** trigger-present: a flow has a trigger, and executions start at it. */

import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule } from './rule.ts';

export const triggerPresent: FlowRule = {
  code: 'trigger-present',
  severity: 'error',
  check({ definition, widgets }) {
    if (widgets.length === 0) return [];
    if (!widgets.some(({ type }) => type?.type === 'trigger')) {
      return [{ message: 'A flow must contain a trigger widget.', property_path: pointer('states') }];
    }
    const first = widgets.find(({ name }) => name !== '' && name === definition.initial_state);
    if (first?.type === undefined || first.type.type === 'trigger') return [];
    return [
      {
        message: 'Initial state must be the name of the trigger widget.',
        property_path: pointer('initial_state'),
      },
    ];
  },
};
