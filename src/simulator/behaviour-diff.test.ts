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
