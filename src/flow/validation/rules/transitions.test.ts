import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { fixed, flowOf, said, state } from '../../testing/said-by-rule.ts';
import { nextWidget, repeatedEvent, unusedConditions } from './transitions.ts';

const flow = (transitions: Json, type = 'send-message') => flowOf([state('w', type, {}, transitions)]);
const place = '#/states/1/transitions';

it('a transition leads to a widget, or nowhere', () => {
  const [own, loose, gone] = [
    { event: 'sent', next: 'w' },
    { event: 'sent', next: '' },
    { event: 'failed', next: 'x' },
  ];
  expect(said(nextWidget, flow([own, loose, gone]))).toEqual([
    `error ${place}/2/next Next widget 'x' of event 'failed' must match a widget name.`,
  ]);
  expect(fixed(nextWidget, flow([own, loose, gone]))).toEqual([
    'Remove the connection',
    flow([own, loose, { event: 'failed' }]),
  ]);
});

describe('an event', () => {
  const again = (at: number, event: string) =>
    `warning ${place}/${at} Event '${event}' has more than one transition: only the first is used.`;
  it.each([
    ['send-message', ['sent', 'failed', 'sent', 'sent'], [again(2, 'sent'), again(3, 'sent')]],
    ['an-unknown-type', ['sent', 'sent'], [again(1, 'sent')]],
    ['send-message', ['', '', 'match', 'match'], [again(3, 'match')]],
    ['split-based-on', ['match', 'noMatch', 'match', 'noMatch'], [again(3, 'noMatch')]],
  ])('of %s has one transition: %j', (type, events, lines) => {
    const transitions = events.map((event) => ({ event }));
    expect(said(repeatedEvent, flow(transitions, type))).toEqual(lines);
    const [, removed = ''] = /transitions\/(\d+)/.exec(lines[0] ?? '') ?? [];
    expect(fixed(repeatedEvent, flow(transitions, type))).toEqual([
      'Remove the transition',
      flow(transitions.toSpliced(Number(removed), 1), type),
    ]);
  });
});

describe('conditions', () => {
  const conditions = [{ type: 'equal_to' }];
  const unused = [
    `warning ${place}/0/conditions Conditions have no effect here: only a match of Split based on uses them.`,
  ];
  it.each<[string, string, Json, string[]]>([
    ['split-based-on', 'match', conditions, []],
    ['split-based-on', 'noMatch', conditions, unused],
    ['send-message', 'match', conditions, unused],
    ['an-unknown-type', 'sent', conditions, unused],
    ['send-message', 'sent', [], []],
    ['send-message', 'sent', { 0: 'x', length: 1 }, []],
  ])('of %s by %s with %j: %j', (type, event, given, lines) => {
    const before = flow([{ event, conditions: given }], type);
    expect(said(unusedConditions, before)).toEqual(lines);
    expect(fixed(unusedConditions, before)).toEqual(
      lines.length === 0 ? null : ['Remove the conditions', flow([{ event }], type)],
    );
  });
});
