/** initial-state: the first widget must be there. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { FlowRule } from './rule.ts';

export const initialState: FlowRule = {
  code: 'initial-state',
  severity: 'error',
  check({ definition, names }) {
    const name = textOf(definition.initial_state);
    if (name === '' || names.has(name)) return [];
    return [{ message: 'must match a widget name', property_path: pointer('initial_state') }];
  },
};
