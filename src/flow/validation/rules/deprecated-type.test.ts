import { expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { deprecatedType } from './deprecated-type.ts';

const call = (transitions: Json) => flowOf([state('call', 'make-outgoing-call-v1', { to: '' }, transitions)]);

it('of a virtual agent names the type that is newer, and changes nothing', () => {
  const flow = flowOf([state('agent', 'connect-virtual-agent')]);
  expect(said(deprecatedType, flow)).toEqual([
    'note #/states/1/type “Connect virtual agent v1” is kept for older flows. Use “Connect virtual agent v2” in new ones.',
  ]);
  expect(fixed(deprecatedType, flow)).toBeNull();
  expect(said(deprecatedType, flowOf([state('w', 'an-unknown-type')]))).toEqual([]);
});

it.each<[string, Json, Json]>([
  ['all that the new type has', [{ event: 'answered', next: 'x' }], [{ event: 'answered', next: 'x' }]],
  [
    'without what it has not, where that leads nowhere',
    [{ event: 'hangup', next: '' }, { event: 'busy' }, { event: 'lost', next: null }, { event: 'lost' }],
    [{ event: 'busy' }],
  ],
  ['none, where there are none', 'none', []],
])('a call becomes one of the new type with its transitions: %s', (_, before, after) => {
  const [label, flow] = fixed(deprecatedType, call(before)) ?? [];
  expect(label).toBe('Change to Make outgoing call v2');
  expect(flow?.states[1]).toEqual(state('call', 'make-outgoing-call-v2', { to: '' }, after));
});

it.each([
  [[{ event: 'hangup', next: 'x' }]],
  [[{ event: 'hangup' }, { event: 'hangup', next: 'x' }, { event: 'answered', next: 'x' }]],
])('a call stays what it is where a path would be lost: %j', (transitions) =>
  expect(fixed(deprecatedType, call(transitions))).toBeNull(),
);
