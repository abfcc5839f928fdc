import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { alteredWidgets, hasSameBehaviour } from './behaviour.ts';

const flowOf = (state: object, more: object = {}) =>
  ({ description: '', initial_state: 'a', states: [{ name: 'a', ...state }], ...more }) as FlowDefinition;
const exits = (...transitions: unknown[]) => flowOf({ transitions });
const testing = (conditions: unknown) => exits({ event: 'match', conditions });

describe('the same behaviour', () => {
  it.each<[string, boolean, FlowDefinition, FlowDefinition]>([
    ['another position', true, flowOf({}), flowOf({ properties: { offset: { x: 1, y: 2 } } })],
    ['another property', false, flowOf({}), flowOf({ properties: { body: 'Hi' } })],
    ['another type', false, flowOf({}), flowOf({ type: 'send-message' })],
    ['an unknown key of a widget', false, flowOf({}), flowOf({ extra: 1 })],
    ['another description', true, flowOf({}), flowOf({}, { description: 'Other' })],
    ['other notes', true, flowOf({}), flowOf({}, { ui: { notes: [] } })],
    ['other flags', false, flowOf({}), flowOf({}, { flags: { allow_concurrent_calls: true } })],
    ['no flags instead of null', true, flowOf({}), flowOf({}, { flags: null })],
    ['another start', false, flowOf({}), flowOf({}, { initial_state: 'b' })],
    [
      'no start instead of null',
      true,
      flowOf({}, { initial_state: undefined }),
      flowOf({}, { initial_state: null }),
    ],
    ['a widget more', false, flowOf({}), flowOf({}, { states: [{ name: 'a' }, { name: 'b' }] })],
    ['a widget of another name', false, flowOf({}), flowOf({ name: 'b' })],
    [
      'other widgets first',
      true,
      flowOf({}, { states: [{ name: 'a' }, { name: 'b' }] }),
      flowOf({}, { states: [{ name: 'b' }, { name: 'a' }] }),
    ],
    ['an event that leads nowhere', true, exits(), exits({ event: 'sent' }, { event: 'failed', next: '' })],
    ['an event with something unknown', false, exits(), exits({ event: 'sent', extra: 1 })],
    ['another target', false, exits({ event: 'sent', next: 'a' }), exits({ event: 'sent', next: 'b' })],
    [
      'events in another order',
      true,
      exits({ event: 'b', next: 'a' }, { event: 'a', next: 'a' }, { event: 'c', next: 'a' }),
      exits({ event: 'c', next: 'a' }, { event: 'b', next: 'a' }, { event: 'a', next: 'a' }),
    ],
    [
      'an event twice, the other first',
      false,
      exits({ event: 'a', next: 'a' }, { event: 'a', next: 'b' }),
      exits({ event: 'a', next: 'b' }, { event: 'a', next: 'a' }),
    ],
    [
      'branches in another order',
      false,
      exits(
        { event: 'match', conditions: [{ value: 'a' }] },
        { event: 'match', conditions: [{ value: 'b' }] },
      ),
      exits(
        { event: 'match', conditions: [{ value: 'b' }] },
        { event: 'match', conditions: [{ value: 'a' }] },
      ),
    ],
    [
      'another name of a condition',
      true,
      testing([{ value: 'a', friendly_name: 'A' }]),
      testing([{ value: 'a' }]),
    ],
    ['another value of a condition', false, testing([{ value: 'a' }]), testing([{ value: 'b' }])],
    ['a condition more', false, testing([{ value: 'a' }]), testing([{ value: 'a' }, { value: 'b' }])],
    ['another text where a condition should be', false, testing(['a']), testing(['b'])],
    ['null where a condition should be', false, testing([null]), testing([{}])],
    ['a list where a condition should be', false, testing([[]]), testing([{}])],
    ['a text where conditions should be', false, testing('a'), testing('b')],
    ['null where conditions should be', false, testing(null), testing([])],
  ])('%s: %j', (_, isSame, one, other) => {
    expect(hasSameBehaviour(one, other)).toBe(isSame);
    expect(hasSameBehaviour(other, one)).toBe(isSame);
  });

  it('is told of each widget, by its former name', () => {
    const flow = appointmentFlow();
    const [trigger, greet, ask, check] = flow.states as [State, State, State, State];
    const after = {
      ...flow,
      states: [
        trigger,
        {
          ...greet,
          properties: { ...greet.properties, offset: { x: 500, y: 0 } },
          transitions: [{ event: 'sent', next: 'question' }],
        },
        { ...ask, name: 'question' },
        {
          ...check,
          transitions: check.transitions?.map((each) => ({
            ...each,
            next: each.next === 'ask' ? 'greet' : '',
          })),
        },
      ],
    } as FlowDefinition;
    expect([...alteredWidgets(flow, after)]).toEqual([
      ['check', 'altered'],
      ['thank', 'removed'],
    ]);
    expect([...alteredWidgets(flow, flow)]).toEqual([]);
  });
});
