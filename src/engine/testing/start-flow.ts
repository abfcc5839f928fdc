/** Test fixture: starts an execution of a small flow with a message. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import { advance, newExecution, type Turn } from '../advance.ts';
import type { TriggerSignal } from '../behaviours/trigger.ts';

export const messageStart: TriggerSignal = {
  kind: 'trigger',
  event: 'incomingMessage',
  flow_sid: 'FW00000000000000000000000000000001',
  execution_sid: 'FN00000000000000000000000000000001',
  contact: '+15550100',
  channel: '+15550199',
  trigger: { message: { Body: 'Hello' } },
  data: {},
  call: null,
  child: false,
};

/** A flow whose messages go to the first of `states`. */
export function flowOf(...states: State[]): FlowDefinition {
  const [first] = states;
  const trigger = {
    name: 'Trigger',
    type: 'trigger',
    transitions: [{ event: 'incomingMessage', next: first?.name ?? '' }],
  };
  return { description: '', states: [trigger, ...states], initial_state: 'Trigger' };
}

/** The first turn of that flow, at the beginning of time. */
export function begin(definition: FlowDefinition, given: Partial<TriggerSignal> = {}): Turn {
  return advance(definition, newExecution(), { ...messageStart, ...given }, 0);
}
