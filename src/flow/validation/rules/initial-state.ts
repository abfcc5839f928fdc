/** initial-state: the widget at which executions start must exist. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule } from './rule.ts';
import { startAtTrigger } from './start-at-trigger.ts';

export const initialState: FlowRule = {
  code: 'initial-state',
  severity: 'error',
  check({ definition, names }) {
    const name = textOf(definition.initial_state);
    if (name === '' || names.has(name)) return [];
    return [
      {
        message: `Initial state ${quote(name)} must match a widget name.`,
        property_path: pointer('initial_state'),
      },
    ];
  },
  fix: startAtTrigger,
};
