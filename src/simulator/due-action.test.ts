import { expect, it } from 'vitest';
import { coverageOf, hitsOf, sumOfHits } from './coverage.ts';
import { type DueAction, dueAction } from './due-action.ts';
import type { SimulatedStep, Simulation, TranscriptEntry } from './simulation.ts';
import { textsSent, textsSpoken } from './trace.ts';

const result = (at: number, effect = 'e') => ({ role: 'flow', at, effect, result: { ok: true, data: {} } });

it.each<[string, object, DueAction | null]>([
  ['nothing', { pending: [], flow: { due: null }, subflow: null }, null],
  [
    'a timer',
    { pending: [], flow: { due: 5 }, subflow: { due: null } },
    { at: 5, role: 'flow', kind: 'timer' },
  ],
  [
    'the earlier timer',
    { pending: [], flow: { due: 5 }, subflow: { due: 4 } },
    { at: 4, role: 'subflow', kind: 'timer' },
  ],
  [
    'of two timers that of the subflow',
    { pending: [], flow: { due: 5 }, subflow: { due: 5 } },
    { at: 5, role: 'subflow', kind: 'timer' },
  ],
  [
    'a result before a timer',
    { pending: [result(5)], flow: { due: 5 }, subflow: null },
    { at: 5, role: 'flow', kind: 'result', effect: 'e' },
  ],
  [
    'a timer before a later result',
    { pending: [result(6)], flow: { due: 5 }, subflow: null },
    { at: 5, role: 'flow', kind: 'timer' },
  ],
  [
    'the first of two results',
    { pending: [result(6, 'a'), result(5, 'b'), result(5, 'c')], flow: { due: null }, subflow: null },
    { at: 5, role: 'flow', kind: 'result', effect: 'b' },
  ],
])('due first is %s', (_, simulation, due) => {
  expect(dueAction(simulation as Simulation)).toEqual(due);
});

it('transitions are counted as often as they were taken, those of subflows not', () => {
  const step = (from: string, transition?: number, role = 'flow') =>
    ({ role, transitioned_from: from, ...(transition !== undefined && { transition }) }) as SimulatedStep;
  const hits = hitsOf([step('a', 0), step('b', 1), step('a', 0), step('a'), step('a', 1, 'subflow')]);
  expect([...hits]).toEqual([
    ['0 a', 2],
    ['1 b', 1],
  ]);
  const sum = sumOfHits([hits, hits, new Map([['0 c', 1]])]);
  expect(Object.fromEntries(sum)).toEqual({ '0 a': 4, '1 b': 2, '0 c': 1 });
  const states = [
    { transitions: [{ event: 'x' }] },
    { name: 'a', transitions: [{ event: 'sent' }, { event: 'failed' }] },
    { name: 'b' },
  ];
  expect(coverageOf({ description: '', initial_state: 'start', states }, sum)).toEqual({
    transitions: [
      { widget: 'start', event: 'x', hits: 0 },
      { widget: 'a', event: 'sent', hits: 4 },
      { widget: 'a', event: 'failed', hits: 0 },
    ],
    ...{ covered: 1, of: 3 },
  });
});

it('what was sent and what was spoken are told apart', () => {
  const entries = [
    ...[
      { kind: 'sent', body: 'Hi' },
      { kind: 'spoken', text: 'Hello' },
      { kind: 'played', url: 'a.mp3' },
    ],
    { kind: 'received', body: 'Yes' },
  ] as TranscriptEntry[];
  expect([textsSent(entries), textsSpoken(entries)]).toEqual([['Hi'], ['Hello', 'a.mp3']]);
});
