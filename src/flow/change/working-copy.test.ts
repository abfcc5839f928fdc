import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import {
  hasStates,
  identityOf,
  indexOfWidget,
  nameOf,
  stateOf,
  type WorkingCopy,
  withStateAt,
  workingCopyOf,
} from './working-copy.ts';

const definitionOf = (states: unknown) => ({ description: '', initial_state: '', states }) as FlowDefinition;

describe('a working copy', () => {
  it.each<[unknown, boolean]>([
    [[], true],
    [[{}, {}], true],
    [[{}, null], false],
    [[3], false],
    ['x', false],
    [undefined, false],
  ])('has widgets where all states are objects: %j, %s', (states, expected) => {
    expect(hasStates(definitionOf(states))).toBe(expected);
    expect(workingCopyOf({ name: 'x', definition: definitionOf(states) }).widgets).toHaveLength(
      expected ? (states as State[]).length : 0,
    );
  });

  it('has none where there is no definition', () => {
    expect([null, 'x', []].map(hasStates)).toEqual([false, false, false]);
  });

  const states: State[] = [
    { name: 'a' },
    { name: 'b' },
    { name: 'a' },
    {},
    { name: '' },
    { name: 4 as never },
  ];
  const copy: WorkingCopy = { name: '', definition: definitionOf(states), widgets: [...'123456'] };

  it('knows each widget by its identity, of two the first', () => {
    expect(['1', '3', 'lost'].map((each) => indexOfWidget(copy, each))).toEqual([0, 2, -1]);
    expect(['1', '3', 'lost'].map((each) => stateOf(copy, each))).toEqual([states[0], states[2], undefined]);
    const twice = { ...copy, widgets: ['1', '1'] };
    expect([indexOfWidget(twice, '1'), stateOf(twice, '1')]).toEqual([0, states[0]]);
  });

  it('leads by a name to the first widget that has it', () => {
    expect([...'123456', 'lost'].map((each) => nameOf(copy, each))).toEqual([
      'a',
      'b',
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(['a', 'b', '', 'lost'].map((each) => identityOf(copy, each))).toEqual(['1', '2', '5', null]);
  });

  it('takes another state of one widget', () => {
    expect(withStateAt(copy, 1, { name: 'c' })).toEqual({
      ...copy,
      definition: definitionOf(states.with(1, { name: 'c' })),
    });
  });
});
