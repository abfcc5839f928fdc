/** The triggers of a flow that lead somewhere. */

import { type FlowDefinition, transitionsOf } from './definition.ts';

const events = [
  'incomingMessage',
  'incomingCall',
  'incomingConversationMessage',
  'incomingRequest',
  'incomingParent',
] as const;

/** The connected events of the widget at which executions start, in the order of the flow. Grows: n in widgets. */
export function connectedTriggers(definition: FlowDefinition): (typeof events)[number][] {
  const first = definition.states.find(({ name }) => name === definition.initial_state);
  if (first?.type !== 'trigger') return [...events];
  const connected = new Set(transitionsOf(first).flatMap(({ event, next }) => (next ? [event] : [])));
  return events.filter((event) => connected.has(event));
}
