/** make-http-request: asks another system and keeps its answer. */

import { textOf } from '#flow/json.ts';
import { isHttpUrl, readAnswer, requestLimits } from '../answer.ts';
import type { Behaviour, Outcome, Scope } from '../behaviour.ts';
import type { Command } from '../command.ts';
import { formFields, isSet, type Pair, pairs, textOr } from '../property.ts';

/** The documented code for a request that could not be made. */
const requestFailed = 81014;
const form = 'application/x-www-form-urlencoded;charset=utf-8';

export const makeHttpRequest: Behaviour = {
  enter(_state, scope) {
    const command = requestOf(scope);
    if (typeof command === 'string') return failed(scope, command);
    return { wait: { for: 'effect', effect: command.effect, timeout_ms: null }, commands: [command] };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { status, variables, parsed } = readAnswer(signal.result);
    const set = [scope.output(parsed === null ? variables : { ...variables, parsed })];
    if (!signal.result.ok) {
      return { go: 'failed', set, notes: [{ code: signal.result.code, message: signal.result.message }] };
    }
    if (status >= 200 && status <= 299) return { go: 'success', set };
    return {
      go: 'failed',
      set,
      notes: [{ code: requestFailed, message: `The answer has the status ${status}.` }],
    };
  },
};

function failed(scope: Scope, message: string): Outcome {
  return { go: 'failed', set: [scope.output({})], notes: [{ code: requestFailed, message }] };
}

/** The request, or the reason why none is made. */
function requestOf(scope: Scope): Extract<Command, { kind: 'http' }> | string {
  const { properties } = scope;
  if (isSet(properties.add_twilio_auth))
    return 'This server has no account to sign in with at another service.';
  const parameters = pairs(scope, 'parameters');
  if (parameters.some(({ key }) => key === 'method')) return 'A parameter may not be named "method".';
  const url = scope.render(properties.url).trim();
  if (!isHttpUrl(url)) return `"${url}" is no address that begins with http:// or https://.`;
  const method = textOf(properties.method).toUpperCase() === 'POST' ? 'POST' : 'GET';
  const type = textOr(scope, 'content_type', form);
  const body = method === 'GET' ? null : bodyOf(scope, type, parameters);
  return {
    kind: 'http',
    effect: scope.effect('http'),
    method,
    url: method === 'GET' ? withQuery(url, parameters) : url,
    headers: body === null ? {} : { 'content-type': type },
    body,
    ...requestLimits,
  };
}

/** The body as written; parameters are fields of a form, after what the body has of them. */
function bodyOf(scope: Scope, type: string, parameters: readonly Pair[]): string {
  const body = scope.render(scope.properties.body);
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return body;
  return [body, formFields(parameters)].filter((part) => part !== '').join('&');
}

function withQuery(url: string, parameters: readonly Pair[]): string {
  if (parameters.length === 0) return url;
  const [address = '', fragment] = url.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${formFields(parameters)}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
