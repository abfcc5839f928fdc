/** Results of requests to a service of the account, and the outcomes of the widgets that make them. */

import type { State } from '#flow/definition.ts';
import { isObject, type Json, type JsonObject, textOf } from '#flow/json/json.ts';
import type { Outcome, TemplateScope } from '../behaviour.ts';
import { matchIntent, readIntents } from '../matching/intent-matching.ts';
import { parseJson } from '../properties/property-values.ts';
import type { Result, Signal } from '../signal.ts';
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

/** `problem` says why a response, or none, cannot be used; null for a good one. `status` is 0 without a response. */
export type EndpointResponse = { status: number; answer: Json; problem: string | null };

/** Reads the response of a configured endpoint, which must be a 2xx with a JSON object. */
export function readEndpointResponse(response: { status: number; body: string }): EndpointResponse {
  const { status, body } = response;
  const answer = parseJson(body);
  const problem =
    status < 200 || status > 299
      ? `The service answered with the status ${status}`
      : isObject(answer)
        ? null
        : 'The service has not answered with a JSON object';
  return { status, answer: answer ?? body, problem };
}

/** An endpoint that could not be requested. */
export function noEndpointResponse(problem: string): EndpointResponse {
  return { status: 0, answer: null, problem };
}

/** The result of a request. Where the response cannot be used, what is known of it is still there to be read. */
export function endpointResult({ status, answer, problem }: EndpointResponse): Result {
  const data = isObject(answer) ? answer : {};
  if (problem === null) return { ok: true, data };
  return { ...serviceFailure(problem), data: { ...data, status_code: status } };
}

/** The result of a request that the built-in service refuses. */
export function serviceFailure(message: string): Result {
  return { ok: false, code: serviceFailedCode, message, data: {} };
}

/** The result of a task of the built-in service; `open` while a caller waits until a person completes it. */
export function taskResult(sid: string, open: boolean): Result {
  return { ok: true, data: { sid, TaskSid: sid }, ...(open && { open: true }) };
}

/** The intent that the built-in service finds in a text, by the words of the widget. */
export function understoodResult(request: JsonObject): Result {
  const text = textOf(request.text);
  return { ok: true, data: { ...matchIntent(text, readIntents(request.intents)), text } };
}
