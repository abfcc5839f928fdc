/** How a widget is left that asked a service of the account. */

import type { State } from '#flow/definition.ts';
import type { Outcome, Scope } from './behaviour.ts';
import { failureOf, successOf } from './listed-event.ts';
import type { Signal } from './signal.ts';

/** The documented code for a request that could not be made. */
export const serviceFailed = 81014;

/** What the service answered becomes the widget's variables; a failure is noted. */
export function answered(state: State, signal: Signal, scope: Scope): Outcome {
  if (signal.kind !== 'result') return { stay: true };
  const { result } = signal;
  const set = [scope.output(result.data)];
  if (result.ok) return { go: successOf(state, 'success'), set };
  return { go: failureOf(state), set, notes: [{ code: result.code, message: result.message }] };
}

/** Leaves a widget that has nothing to ask for. */
export function notAsked(state: State, message: string): Outcome {
  return { go: failureOf(state), notes: [{ code: serviceFailed, message }] };
}
