/** The view of any JSON object as a flow, and which graphs are the same. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { widgetTypes } from '../../widgets/widget-types.ts';
import { isSameGraph, viewFlow } from './rule.ts';

describe('the view of a flow', () => {
  it('leaves out what is malformed', () => {
    const entry = { event: 5, next: null };
    const state = { name: 'a', type: 'send-message', properties: { body: '' }, transitions: ['x', entry] };
    const definition = { initial_state: 'a', states: [null, state, { transitions: 'x', properties: [] }] };
    const readsOf = () => [];
    expect(viewFlow(definition, readsOf)).toEqual({
      definition,
      readsOf,
      names: new Set(['a']),
      ...{ sid: null, schemaUri: null, carriers: [] },
      widgets: [
        {
          ...{ index: 1, name: 'a', type: widgetTypes['send-message'], properties: { body: '' }, state },
          links: [{ index: 1, event: '', next: '', entry }],
        },
        {
          ...{ index: 2, name: '', type: undefined, properties: {}, links: [] },
          state: definition.states[2],
        },
      ],
      graph: {
        initial: 'a',
        nodes: [
          { name: 'a', type: 'send-message', transitions: state.transitions },
          { name: '', type: undefined, transitions: 'x' },
        ],
      },
    });
    expect(viewFlow({ states: 'x' }, readsOf).widgets).toEqual([]);
  });

  it('takes the graph that is known for it', () => {
    const graph = { initial: undefined, nodes: [] };
    expect(
      viewFlow(
        {},
        () => [],
        {},
        () => graph,
      ).graph,
    ).toBe(graph);
  });
});

it.each<[string, JsonObject, boolean]>([
  ['an equal one', {}, true],
  ['one with another initial state', { initial_state: 'b' }, false],
  ['one with fewer widgets', { states: [{ name: 'a', type: 'x' }] }, false],
  ['one with more', { states: [{ name: 'a', type: 'x' }, { name: 'b' }, { name: 'c' }] }, false],
  ['one with another name', { states: [{ name: 'a', type: 'x' }, { name: 'c' }] }, false],
  ['one with another type', { states: [{ name: 'a', type: 'y' }, { name: 'b' }] }, false],
  [
    'one with other transitions',
    {
      states: [
        { name: 'a', type: 'x' },
        { name: 'b', transitions: [] },
      ],
    },
    false,
  ],
])('a graph is the same as %s: %s', (_, changes, isSame) => {
  const definition = { initial_state: 'a', states: [{ name: 'a', type: 'x' }, { name: 'b' }] };
  const graphOf = (each: JsonObject) => viewFlow(each, () => []).graph;
  expect(isSameGraph(graphOf(definition), graphOf({ ...definition, ...changes }))).toBe(isSame);
});
