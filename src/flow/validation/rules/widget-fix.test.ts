import { expect, it } from 'vitest';
import type { FlowDefinition } from '../../definition.ts';
import type { Json } from '../../json/json.ts';
import { replaceAt, replaceStateAt, stateAt } from './widget-fix.ts';

const states = [{ name: 'a' }, { name: 'a', list: [1, { b: 2 }, 3] }, { name: 'c' }];
const flow = { description: '', initial_state: 'a', states } as FlowDefinition;
const withList = (list: Json) => ({ ...flow, states: states.with(1, { name: 'a', list } as never) });

it.each([
  [['states', '0'], { state: states[0], index: 0, id: 'a' }],
  [['states', '1', 'list'], { state: states[1], index: 1, id: 'a~1' }],
  [['states', '3'], null],
  [['states'], null],
  [['notes', '0'], null],
  [[], null],
])('the state at %j', (path, found) => expect(stateAt(flow, path)).toEqual(found));

it('one state is replaced', () =>
  expect(replaceStateAt(flow, 1, { name: 'b' })).toEqual({
    ...flow,
    states: states.with(1, { name: 'b' } as never),
  }));

it.each<[string[], Json | undefined, Json]>([
  [['states', '1', 'list', '1', 'b'], 5, withList([1, { b: 5 }, 3])],
  [['states', '1', 'list', '1', 'b'], undefined, withList([1, {}, 3])],
  [['states', '1', 'list', '1'], undefined, withList([1, 3])],
  [['states', '1', 'list', '0'], 'x', withList(['x', { b: 2 }, 3])],
  [['states', '1', 'list', '0', 'x'], 5, withList([1, { b: 2 }, 3])],
  [['states', '1', 'list', '9'], 5, flow],
  [['states', '1', 'list'], undefined, { ...flow, states: states.with(1, { name: 'a' } as never) }],
  [['flags'], true, { ...flow, flags: true }],
  [['flags', 'a'], true, { ...flow, flags: null }],
  [[], undefined, null],
])('at %j stands %j', (path, value, after) => expect(replaceAt(flow, path, value)).toEqual(after));
