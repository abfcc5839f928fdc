/** trigger-present: executions usually start at a trigger; without one, everything that starts one has the same path. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';
import { startAtTrigger } from './start-at-trigger.ts';

export const triggerPresent: FlowRule = {
  code: 'trigger-present',
  severity: 'warning',
  check({ definition, widgets }) {
    const initial = textOf(definition.initial_state);
    const first = widgets.find(({ name }) => name !== '' && name === initial);
    if (first?.type === undefined || first.type.type === 'trigger') return [];
    if (!widgets.some(({ type }) => type?.type === 'trigger')) {
      const message = `The flow has no trigger widget: every execution starts at ${quote(initial)}.`;
      return [{ message, property_path: pointer('states') }];
    }
    const message = `Executions start at ${quote(initial)}, not at the trigger widget.`;
    return [{ message, property_path: pointer('initial_state') }];
  },
  fix: startAtTrigger,
};
