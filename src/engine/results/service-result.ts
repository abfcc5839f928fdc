/** Outcomes of widgets that request a service of the account. */

import type { State } from '#flow/definition.ts';
import type { Outcome, TemplateScope } from '../behaviour.ts';
import type { Signal } from '../signal.ts';
import { failureEvent, successEvent } from './outcome-event.ts';

/** The documented code for a request that could not be made. */
export const serviceFailedCode = 81014;

/** The service's response becomes the widget's variables; a failure is noted. */
export function receiveServiceResult(state: State, signal: Signal, scope: TemplateScope): Outcome {
  if (signal.kind !== 'result') return { stay: true };
  const { result } = signal;
  const set = [scope.output(result.data)];
  if (result.ok) return { go: successEvent(state, 'success'), set };
  return { go: failureEvent(state), set, notes: [{ code: result.code, message: result.message }] };
}

/** The outcome of a widget whose request is incomplete, so that none is made. */
export function serviceRequestFailed(state: State, message: string): Outcome {
  return { go: failureEvent(state), notes: [{ code: serviceFailedCode, message }] };
}
