/** When the timer of an execution is due after a turn. */

import { expect, it } from 'vitest';
import { newExecution } from './advance.ts';
import type { Execution, Wait } from './execution.ts';
import { timerDueAt } from './wait-timeout.ts';

const waiting = (wait: Wait | null): Execution => ({ ...newExecution(), wait });
const reply: Wait = { id: '1', for: 'reply', timeout_ms: 60_000 };
const request: Wait = { id: '1', for: 'effect', effect: 'lookup', timeout_ms: null };
const expires = 1_000_000;

it.each([
  ['its timeout', null, reply, null, 65_000],
  ['the deadline of its effect', null, request, 15_000, 15_000],
  ['the end of the lifetime without one', null, request, null, expires],
])('a wait that begins has %s', (_, before, after, deadline, due) => {
  const change = { before: waiting(before), after: waiting(after), deadline };
  expect(timerDueAt(5_000, { due: null, expires }, change)).toBe(due);
});

it.each([reply, request])('a wait that goes on keeps its time, whatever comes in meanwhile', (wait) => {
  const change = { before: waiting(wait), after: waiting(wait), deadline: null };
  expect(timerDueAt(30_000, { due: 40_000, expires }, change)).toBe(40_000);
});

it('an execution that has ended has none', () => {
  const change = { before: waiting(reply), after: { ...newExecution(), status: 'ended' as const } };
  expect(timerDueAt(0, { due: 1, expires }, { ...change, deadline: null })).toBeNull();
});
