/**
 * The flow definition: the document that the designer edits, the API stores and the engine runs.
 *
 * Fields that the schema requires are optional here where real files omit them: a draft that does not validate
 * must still open. Unknown keys are preserved.
 */

import type { JsonObject } from './json/json.ts';

export type Condition = { friendly_name: string; arguments: string[]; type: string; value: string };

/** `next` absent, null or '' ends the branch. Only `match` of split-based-on carries conditions. */
export type Transition = { event: string; next?: string | null; conditions?: Condition[] };

export type Point = { x: number; y: number };

/** One widget. `properties.offset` is the position of its top left corner on the canvas. */
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
  /** What only people and editors read. It never changes what a flow does. */
  ui?: JsonObject;
};

/** A definition with a trigger and nothing else: the start of a new flow. */
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

/** The properties of a state; {} when they are missing or not an object. */
export function propertiesOf(state: State): JsonObject {
  const { properties } = state;
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? properties
    : {};
}

/** The well-formed transitions of a state; [] when there are none. Grows: n in transitions. */
export function transitionsOf(state: State): Transition[] {
  return Array.isArray(state.transitions)
    ? state.transitions.filter((each) => typeof each === 'object' && each !== null)
    : [];
}

/** No canvas is larger. Beyond it numbers lose the digits that a position on the screen needs. */
const maxDistance = 1_000_000;

/** True for numbers that a canvas has a place for. */
export function isPlace(x: unknown, y: unknown): boolean {
  return [x, y].every((each) => typeof each === 'number' && Math.abs(each) <= maxDistance);
}

/** The position of a widget in canvas units, null when the file has none, or one beyond a million. */
export function offsetOf(state: State): Point | null {
  const { offset } = propertiesOf(state);
  if (typeof offset !== 'object' || offset === null || Array.isArray(offset)) return null;
  const { x, y } = offset;
  return typeof x === 'number' && typeof y === 'number' && isPlace(x, y) ? { x, y } : null;
}
