/** The timeout of a wait, and the end of an execution: its one timer, when that is due, and what it then does. */

import type { Execution, Wait } from './execution.ts';
import type { Signal } from './signal.ts';

/** The documented lifetime of an execution. */
export const maxLifetimeMs = 30 * 86_400_000;

/** Times in epoch milliseconds. `due` is the present timer; null when none is set. */
export type Timer = { due: number | null; expires: number };

/**
 * When the timer of an execution is due after a turn at `now`: when its wait times out, or at the end of its lifetime;
 * null once it has ended. A wait that goes on keeps its time. `deadline` is when the effect that is waited for times
 * out, null when it does not.
 */
export function timerDueAt(
  now: number,
  { due, expires }: Timer,
  { before, after, deadline }: { before: Execution; after: Execution; deadline: number | null },
): number | null {
  if (after.status === 'ended') return null;
  if (after.wait === null) return expires;
  if (after.wait.id === before.wait?.id) return due;
  const { timeout_ms: timeout } = after.wait;
  return Math.min(expires, deadline ?? expires, timeout === null ? expires : now + timeout);
}

/** The signal of a timer that is due, or the key of the effect that has had no result in time. */
export function dueSignal(
  wait: Wait | null,
  isExpired: boolean,
): Extract<Signal, { kind: 'stop' | 'timeout' }> | { kind: 'effect'; effect: string } {
  if (wait === null || isExpired) return { kind: 'stop' };
  if (wait.for === 'effect' && wait.timeout_ms === null) return { kind: 'effect', effect: wait.effect };
  return { kind: 'timeout', wait: wait.id };
}
