import { expect, it } from 'vitest';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { unreachable } from './unreachable.ts';

const leading = (name: string, ...to: string[]) =>
  state(
    name,
    'send-message',
    {},
    to.map((next) => ({ event: 'sent', next })),
  );
const never = (at: number, name: string) =>
  `warning #/states/${at} Widget '${name}' cannot be reached from the trigger.`;

it('is a widget that no path from the initial state leads to', () => {
  const flow = flowOf([
    leading('a', 'b', 'a', 'gone'),
    leading('b', ''),
    leading('c', 'd'),
    leading('d', 'c'),
  ]);
  expect(said(unreachable, flow)).toEqual([never(3, 'c'), never(4, 'd')]);
  const left = flowOf([
    leading('a', 'b', 'a', 'gone'),
    leading('b', ''),
    state('d', 'send-message', {}, [{ event: 'sent' }]),
  ]);
  expect(fixed(unreachable, flow)).toEqual(['Delete the widget', left]);
  expect(said(unreachable, { ...flow, initial_state: 'gone' })).toEqual([]);
});

it('is not known of a widget without a name, and not reached by one', () =>
  expect(said(unreachable, flowOf([leading('a', ''), leading('', 'b'), leading('b')]))).toEqual([
    never(3, 'b'),
  ]));
