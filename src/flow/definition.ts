/**
 * The flow definition: the document that people edit, the wire carries and the engine runs.
 *
 * Fields that the schema requires are optional here where real files leave them out: a draft that
 * does not validate must still open. Keys that Patchbay does not know stay where they are.
 */

import type { JsonObject } from './json/json.ts';

export type Condition = { friendly_name: string; arguments: string[]; type: string; value: string };

/** `next` absent, null or '' ends the branch. Only `match` of split-based-on carries conditions. */
export type Transition = { event: string; next?: string | null; conditions?: Condition[] };

export type Point = { x: number; y: number };

/** One widget. `properties.offset` is where it stands on the canvas, its top left corner. */
export type State = {
  name?: string;
  type?: string;
  properties?: JsonObject;
  transitions?: Transition[];
};

export type Flags = { allow_concurrent_calls: boolean };

export type FlowDefinition = {
  description: string;
  states: State[];
  initial_state: string;
  flags?: Flags;
  $schema?: string;
};

/** A definition that holds a trigger and nothing else, as a new flow begins. */
export function emptyDefinition(description = 'A new flow'): FlowDefinition {
  return {
    description,
    states: [
      {
        name: 'Trigger',
        type: 'trigger',
        transitions: [
          { event: 'incomingMessage' },
          { event: 'incomingCall' },
          { event: 'incomingConversationMessage' },
          { event: 'incomingRequest' },
          { event: 'incomingParent' },
        ],
        properties: { offset: { x: 0, y: 0 } },
      },
    ],
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
  };
}

/** The properties of a state; {} when they are missing or no object. */
export function propertiesOf(state: State): JsonObject {
  const { properties } = state;
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? properties
    : {};
}

/** The transitions of a state that can be read as such; [] when there are none. */
export function transitionsOf(state: State): Transition[] {
  return Array.isArray(state.transitions)
    ? state.transitions.filter((each) => typeof each === 'object' && each !== null)
    : [];
}

/** Where a widget stands, or null when the file does not say. */
export function offsetOf(state: State): Point | null {
  const { offset } = propertiesOf(state);
  if (typeof offset !== 'object' || offset === null || Array.isArray(offset)) return null;
  const { x, y } = offset;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}
