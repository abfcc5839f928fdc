/** Loops that compare and never wait, and what counts their rounds. */

import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { endlessPoll } from './endless-poll.ts';

const leading = (name: string, type: string, to: readonly string[], properties: Json = {}) =>
  state(
    name,
    type,
    properties,
    to.map((next) => ({ event: 'next', next })),
  );
const split = (name: string, ...to: string[]) => leading(name, 'split-based-on', to);
const polls = (...states: Json[]) => said(endlessPoll, flowOf(states));
const repeats = (index: number, name: string) =>
  `warning #/states/${index} Widget '${name}' is in a loop that repeats without a pause until a comparison changes.`;

describe('a loop with a comparison', () => {
  it('is said of once, at the first of its widgets', () => {
    expect(polls(split('a', 'a'))).toEqual([repeats(1, 'a')]);
    expect(polls(split('a', 'c'), split('b', 'c'), split('c', 'b'))).toEqual([repeats(2, 'b')]);
    expect(polls(split('a', 'b'), split('b', 'a', 'c'), split('c', 'c'))).toEqual([
      ...[repeats(3, 'c'), repeats(1, 'a')].toSorted(),
    ]);
  });

  it.each([
    'set-variables',
    'send-message',
    'make-http-request',
    'run-function',
    'run-function-v2',
    'fork-stream',
    'record-call',
  ])('may have a %s', (type) =>
    expect(polls(split('a', 'b'), leading('b', type, ['a']))).toEqual([repeats(1, 'a')]),
  );

  it('is none where a widget waits, compares nothing, leads elsewhere or has no name', () => {
    expect(polls(split('a', 'b'), leading('b', 'send-and-wait-for-reply', ['a']))).toEqual([]);
    expect(polls(split('a', 'b'), leading('b', 'an-unknown-type', ['a']))).toEqual([]);
    expect(polls(leading('a', 'send-message', ['b']), leading('b', 'send-message', ['a']))).toEqual([]);
    expect(polls(split('a', 'b', 'gone'), split('b', ''))).toEqual([]);
    expect(polls(split('', ''))).toEqual([]);
  });
});

describe('the rounds of a loop', () => {
  const round = (variables: Json, type = 'set-variables') =>
    polls(split('a', 'count'), leading('count', type, ['a'], { variables }));

  it.each<[Json]>([
    [[{ key: ' tries ', value: '{{flow.variables.tries | plus: 1}}' }]],
    [[{ key: 'tries', value: '{{widgets.count.tries | plus: 1}}' }]],
    [[null, { key: 'other', value: '1' }, { key: 'tries', value: '{{flow.variables.tries | plus: 1}}' }]],
  ])('are counted by %j', (variables) => expect(round(variables)).toEqual([]));

  it.each<[Json, string?]>([
    [[{ key: 'tries', value: '1' }]],
    [[{ key: 'tries', value: '{{flow.variables.other | plus: 1}}{{widgets.other.tries}}' }]],
    [[{ key: 'tries', value: 3 }]],
    [[null]],
    ['tries'],
    [[{ key: 'tries', value: '{{flow.variables.tries | plus: 1}}' }], 'send-message'],
  ])('are not counted by %j %s', (variables, type) =>
    expect(round(variables, type)).toEqual([repeats(1, 'a')]),
  );
});
