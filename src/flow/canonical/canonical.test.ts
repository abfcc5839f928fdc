/** The canonical form: one text for what differs only in the order of keys and states. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { canonicalDefinition, canonicalJson, canonicalState, canonicalText, jsonKey } from './canonical.ts';

const definition = {
  ui: { z: 1, a: { c: 1, b: 2 } },
  states: [
    {
      type: 'send-message',
      name: 'b',
      transitions: [
        { next: null, event: 'x' },
        { event: 'z', next: '' },
        { event: 'y', next: 'a', conditions: [{ value: '1', type: 'equal_to' }] },
        { event: 'w' },
        7,
      ],
      properties: { offset: { y: 1, x: 0 }, body: 'x', attributes: [{ d: 1, c: 2 }] },
    },
    'odd',
    { name: 'a', first: true },
    { transitions: 'none', properties: [3], name: 7 },
    { name: 'a', first: false },
  ],
  groups: [],
  notes: 1,
  initial_state: 'b',
  description: 'd',
} as unknown as FlowDefinition;

const text = `{
  "description": "d",
  "initial_state": "b",
  "states": [
    "odd",
    {
      "name": 7,
      "properties": [
        3
      ],
      "transitions": "none"
    },
    {
      "first": true,
      "name": "a"
    },
    {
      "first": false,
      "name": "a"
    },
    {
      "name": "b",
      "properties": {
        "attributes": [
          {
            "c": 2,
            "d": 1
          }
        ],
        "body": "x",
        "offset": {
          "x": 0,
          "y": 1
        }
      },
      "transitions": [
        {
          "event": "x"
        },
        {
          "event": "z"
        },
        {
          "conditions": [
            {
              "type": "equal_to",
              "value": "1"
            }
          ],
          "event": "y",
          "next": "a"
        },
        {
          "event": "w"
        },
        7
      ],
      "type": "send-message"
    }
  ],
  "notes": 1,
  "groups": [],
  "ui": {
    "a": {
      "b": 2,
      "c": 1
    },
    "z": 1
  }
}
`;

describe('the canonical form of a definition', () => {
  it('has sorted keys, states by name, no empty targets, layout and notes last', () => {
    expect(canonicalText(definition)).toBe(text);
    expect(canonicalText(JSON.parse(text))).toBe(text);
  });

  it('leaves what is malformed, and states that only find their place', () => {
    expect(canonicalDefinition({ states: 3 } as never)).toEqual({ states: 3 });
    expect(Object.keys(canonicalDefinition({ ui: {}, description: '' } as never))).toEqual([
      ...['description', 'ui'],
    ]);
    const [state, , other] = definition.states;
    const { states } = canonicalDefinition(definition, new Set(state === undefined ? [] : [state]));
    expect(states[4]).toBe(state);
    expect(states[2]).not.toBe(other);
    expect(canonicalState('odd')).toBe('odd');
  });

  it('keeps what is in it already', () => {
    const state = {
      name: 'a',
      properties: { body: 'x', offset: { x: 1 } },
      transitions: [{ event: 'x', next: 'y' }],
    };
    expect(canonicalState(state)).toBe(state);
    const value = { a: [{ b: 1, c: [] }], d: { e: null } };
    expect(canonicalJson(value)).toBe(value);
    const changed = canonicalJson({ a: value.a, d: { f: 1, e: 2 }, g: value.d }) as { [key: string]: Json };
    expect(JSON.stringify(changed)).toBe('{"a":[{"b":1,"c":[]}],"d":{"e":2,"f":1},"g":{"e":null}}');
    expect([changed.a, changed.g]).toEqual([value.a, value.d]);
    expect(changed.a).toBe(value.a);
    const absent = { a: undefined, b: { d: 1, c: 2 } } as unknown as Json;
    expect(canonicalJson(absent)).toStrictEqual({ a: null, b: { c: 2, d: 1 } });
    expect(canonicalJson({ b: undefined, a: 1 } as unknown as Json)).toStrictEqual({ a: 1 });
  });

  it('is the same text for equal values, and only for those', () => {
    const value = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<Json>(null, true, 0, 1, '', 'a'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('json'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
      ),
    })).json;
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(jsonKey(one) === jsonKey(other)).toBe(jsonEqual(one, other));
        expect(jsonEqual(canonicalJson(one), one)).toBe(true);
      }),
    );
  });
});
