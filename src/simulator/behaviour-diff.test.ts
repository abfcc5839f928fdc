/** Recorded runs on two definitions of a flow. */

import { expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import { connect } from '#flow/edit/connect.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import survey from '#flow/samples/survey.json' with { type: 'json' };
import { behaviourDiff, type RecordedInputs } from './behaviour-diff.ts';

const start = {
  event: 'incomingMessage' as const,
  contact: '+15005550001',
  channel: '+15005550006',
  clock: Date.UTC(2026, 2, 1, 9),
  body: 'hi',
};
const run = (id: string, ...texts: string[]): RecordedInputs => ({
  ...{ id, start, mocks: { save_answers: { status: 200 } } },
  inputs: texts.map((body) => ({ kind: 'message', body })),
});
const recorded = [run('a', '5', 'fast', 'yes'), run('b', '9', '4'), run('c')];
const before: FlowDefinition = survey;

it('finds no difference in texts, and none between a definition and itself', () => {
  const edited = setProperty(before, 'thank', 'body', 'Thanks!');
  expect(behaviourDiff(before, edited, recorded)).toEqual({
    runs: 3,
    different: [],
    unknown: [],
    byWidget: [],
  });
});

it('names the first widget that is left in another way, and counts runs by it', () => {
  const edited = connect(before, { widget: 'ask_rating', outlet: 'incomingMessage' }, 'ask_contact');
  const { different, byWidget } = behaviourDiff(before, edited, recorded);
  expect(different).toEqual([
    {
      id: 'a',
      widget: 'ask_rating',
      before: { event: 'incomingMessage', to: 'check_rating' },
      after: { event: 'incomingMessage', to: 'ask_contact' },
    },
    expect.objectContaining({ id: 'b', widget: 'ask_rating' }),
  ]);
  expect(byWidget).toEqual([{ widget: 'ask_rating', count: 2 }]);
});

it('does not guess what another system would answer that was never asked', () => {
  const states = before.states.map((state) =>
    state.name === 'thank'
      ? { ...state, type: 'run-function', properties: { url: 'https://x.example' } }
      : state,
  );
  const { different, unknown } = behaviourDiff(before, { ...before, states }, recorded);
  expect({ different, unknown }).toEqual({ different: [], unknown: [{ id: 'a', widget: 'thank' }] });
});

/** A flow of one widget, left by its event to another one, or none. */
const asking = (name: string, event: string, next: string | undefined, ...more: object[]) =>
  ({
    ...{ description: '', initial_state: 'Trigger' },
    states: [
      { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingMessage', next: name }] },
      {
        ...{ name, type: 'send-and-wait-for-reply', properties: { body: 'Yes?', timeout: '60' } },
        transitions: [{ event, ...(next !== undefined && { next }) }],
      },
      ...more,
    ],
  }) as FlowDefinition;
const bye = {
  name: 'bye',
  type: 'send-message',
  properties: { body: 'Bye' },
  transitions: [{ event: 'sent' }],
};
const replies = (...bodies: string[]): RecordedInputs => ({
  ...{ id: 'r', start, mocks: {} },
  inputs: bodies.map((body) => ({ kind: 'message', body })),
});

it.each<[string, FlowDefinition, FlowDefinition, RecordedInputs, object[]]>([
  [
    'a way that leads elsewhere',
    asking('ask', 'incomingMessage', 'bye', bye),
    asking('ask', 'incomingMessage', undefined, bye),
    replies('yes'),
    [
      {
        widget: 'ask',
        before: { event: 'incomingMessage', to: 'bye' },
        after: { event: 'incomingMessage', to: 'Ended' },
      },
    ],
  ],
  [
    'a widget that only the new one has',
    asking('ask', 'incomingMessage', undefined),
    asking('ask', 'incomingMessage', 'ask'),
    replies('yes', 'yes'),
    [
      {
        widget: 'ask',
        before: { event: 'incomingMessage', to: 'Ended' },
        after: { event: 'incomingMessage', to: 'ask' },
      },
    ],
  ],
  [
    'a run that ends earlier in the new one',
    asking('ask', 'incomingMessage', 'ask'),
    asking('ask', 'timeout', 'ask'),
    replies('yes'),
    [{ widget: 'ask', before: { event: 'incomingMessage', to: 'ask' }, after: null }],
  ],
  [
    'a run that goes on in the new one',
    asking('ask', 'timeout', 'ask'),
    asking('ask', 'incomingMessage', 'ask'),
    replies('yes'),
    [{ widget: 'ask', before: null, after: { event: 'incomingMessage', to: 'ask' } }],
  ],
  [
    'another name of the first widget',
    asking('ask', 'incomingMessage', 'ask'),
    asking('other', 'incomingMessage', 'other'),
    replies('yes'),
    [
      {
        widget: 'Trigger',
        before: { event: 'incomingMessage', to: 'ask' },
        after: { event: 'incomingMessage', to: 'other' },
      },
    ],
  ],
  [
    'nothing',
    asking('ask', 'incomingMessage', 'bye', bye),
    asking('ask', 'incomingMessage', 'bye', { ...bye, properties: { body: 'Ciao' } }),
    replies('yes', 'no'),
    [],
  ],
])('a run differs by %s', (_, one, other, run, different) => {
  expect(behaviourDiff(one, other, [run])).toEqual({
    ...{ runs: 1, unknown: [] },
    different: different.map((each) => ({ id: 'r', ...each })),
    byWidget: (different as { widget: string }[]).map(({ widget }) => ({ widget, count: 1 })),
  });
});

it('runs are counted by widget, most first', () => {
  const edited = connect(
    connect(before, { widget: 'ask_contact', outlet: 'incomingMessage' }, 'thank'),
    { widget: 'ask_rating', outlet: 'timeout' },
    'thank',
  );
  const late: RecordedInputs = { ...run('late'), inputs: [{ kind: 'event', name: 'timeout' }] };
  expect(behaviourDiff(before, edited, [late, ...recorded, recorded[0] as RecordedInputs]).byWidget).toEqual([
    { widget: 'ask_contact', count: 2 },
    { widget: 'ask_rating', count: 1 },
  ]);
});
