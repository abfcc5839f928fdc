/** The list of real flows: which files there are, and at which places a broken one must be refused. */

import { isObject, type JsonObject } from '#flow/json/json.ts';
import { type Pointer, pointer } from '#flow/json/json-pointer.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';

/** Reads the table of INDEX.md: file name → what is said to be wrong with it, '' for a sound file. */
export function readExpectedErrors(index: string): Map<string, string> {
  const rows = index.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows
      .filter((cells) => cells[1]?.endsWith('.json'))
      .map((cells) => [cells[1] ?? '', cells.at(-2) ?? ''] as const),
  );
}

type Place = { index: number; state: JsonObject };

/** What a problem's wording is found by, and where its faults stand in a state. */
const kinds: { wording: RegExp; places(state: Place, names: string[]): Pointer[] }[] = [
  {
    wording: /types outside the 28: (.+)/,
    places: ({ index, state }, types) =>
      types.includes(String(state.type)) ? [pointer('states', index, 'type')] : [],
  },
  {
    wording: /states? without properties/,
    // The service document lets a trigger do without.
    places: ({ index, state }) =>
      'properties' in state || widgetType(String(state.type))?.type === 'trigger'
        ? []
        : [pointer('states', index, 'properties')],
  },
  {
    wording: /states? without transitions array/,
    places: ({ index, state }) =>
      Array.isArray(state.transitions) ? [] : [pointer('states', index, 'transitions')],
  },
  {
    wording: /unknown events: (.+)/,
    places: ({ index, state }, events) =>
      transitionsOf(state).flatMap((transition, at) =>
        events.includes(`${state.type}:${transition.event}`)
          ? [pointer('states', index, 'transitions', at, 'event')]
          : [],
      ),
  },
  {
    wording: /conditions with missing keys/,
    places: ({ index, state }) =>
      transitionsOf(state).flatMap(({ conditions }, at) =>
        objectsOf(conditions).flatMap((condition, nth) =>
          ['friendly_name', 'arguments', 'type', 'value']
            .filter((key) => !(key in condition))
            .map((key) => pointer('states', index, 'transitions', at, 'conditions', nth, key)),
        ),
      ),
  },
];

/**
 * The places that `problems` names in `definition`.
 * @throws when a wording is not understood, so that a new kind of problem is not passed over.
 */
export function expectedErrorPaths(problems: string, definition: JsonObject): Pointer[] {
  const states = objectsOf(definition.states).map((state, index) => ({ index, state }));
  return problems
    .split(';')
    .map((problem) => problem.trim())
    .filter((problem) => problem !== '')
    .flatMap((problem) => {
      const kind = kinds.find(({ wording }) => wording.test(problem));
      if (kind === undefined) throw new Error(`INDEX.md names a problem that is not understood: ${problem}`);
      const names = kind.wording.exec(problem)?.[1]?.split(', ') ?? [];
      return states.flatMap((state) => kind.places(state, names));
    });
}

function transitionsOf(state: JsonObject): JsonObject[] {
  return objectsOf(state.transitions);
}

function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
