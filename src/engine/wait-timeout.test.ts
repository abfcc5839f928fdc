/** When the timer of an execution is due after a turn. */

import { describe, expect, it } from 'vitest';
import { newExecution } from './advance.ts';
import type { Execution, Wait } from './execution.ts';
import { dueSignal, maxLifetimeMs, timerDueAt } from './wait-timeout.ts';

const reply = (id: string, timeout_ms: number | null): Wait => ({ id, timeout_ms, for: 'reply' });
const effect = (timeout_ms: number | null): Wait => ({
  id: '1',
  timeout_ms,
  for: 'effect',
  effect: '1.http',
});
const waiting = (wait: Wait | null): Execution => ({ ...newExecution(), wait });

describe('the timer of an execution', () => {
  const expires = maxLifetimeMs;
  const dueAfter = (
    after: Execution,
    { before = newExecution(), deadline = null }: { before?: Execution; deadline?: number | null } = {},
  ) => timerDueAt(1_000, { due: 700, expires }, { before, after, deadline });

  it('ends its lifetime after thirty days', () => {
    expect(maxLifetimeMs).toBe(2_592_000_000);
  });

  it('is due when the new wait times out', () => {
    expect(dueAfter(waiting(reply('1', 500)))).toBe(1_500);
  });

  it('is due at the end of the lifetime, where nothing is earlier', () => {
    expect(dueAfter(waiting(reply('1', null)))).toBe(expires);
    expect(dueAfter(waiting(null))).toBe(expires);
    expect(dueAfter(waiting(reply('1', expires)))).toBe(expires);
  });

  it('is due at the deadline of the effect, unless the wait times out before', () => {
    expect(dueAfter(waiting(effect(null)), { deadline: 1_200 })).toBe(1_200);
    expect(dueAfter(waiting(effect(100)), { deadline: 1_200 })).toBe(1_100);
  });

  it('stays while the wait goes on', () => {
    expect(dueAfter(waiting(reply('1', 500)), { before: waiting(reply('1', 500)) })).toBe(700);
    expect(dueAfter(waiting(effect(null)), { before: waiting(effect(null)) })).toBe(700);
    expect(dueAfter(waiting(reply('2', 500)), { before: waiting(reply('1', 500)) })).toBe(1_500);
  });

  it('is none once the execution has ended', () => {
    expect(dueAfter({ ...waiting(reply('1', 500)), status: 'ended' })).toBeNull();
  });
});

describe('a timer that is due', () => {
  it('times out the wait', () => {
    expect(dueSignal(reply('3', 500), false)).toEqual({ kind: 'timeout', wait: '3' });
    expect(dueSignal(reply('3', null), false)).toEqual({ kind: 'timeout', wait: '3' });
    expect(dueSignal(effect(500), false)).toEqual({ kind: 'timeout', wait: '1' });
  });

  it('is of an effect without a result, where the wait has no time of its own', () => {
    expect(dueSignal(effect(null), false)).toEqual({ kind: 'effect', effect: '1.http' });
  });

  it('stops an execution that waits for nothing or whose lifetime is over', () => {
    expect(dueSignal(null, false)).toEqual({ kind: 'stop' });
    expect(dueSignal(reply('3', 500), true)).toEqual({ kind: 'stop' });
  });
});
