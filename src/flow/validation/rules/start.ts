/** Rules on where executions start: initial-state and trigger-present, with the quick fix of both. */

import type { FlowDefinition } from '../../definition.ts';
import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { Finding } from '../finding.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, QuickFix } from './rule.ts';

/** initial-state: the widget at which executions start must exist. */
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

/** trigger-present: executions usually start at a trigger; without one, everything that starts one has the same path. */
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

/** The quick fix of a flow that does not start at its trigger: makes the trigger the initial state. Null where the flow has none with a name. */
function startAtTrigger(
  _finding: Finding,
  _path: readonly string[],
  { states }: FlowDefinition,
): QuickFix | null {
  const trigger = states.find(({ type }) => type === 'trigger')?.name;
  if (trigger === undefined || trigger === '') return null;
  return { label: `Start at ${trigger}`, edit: (before) => ({ ...before, initial_state: trigger }) };
}
