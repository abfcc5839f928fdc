/** make-http-request: sends an HTTP request and stores the response. */

import { textOf } from '#flow/json/json.ts';
import type { Behaviour, Outcome, TemplateScope } from '../behaviour.ts';
import type { Command } from '../commands/command.ts';
import { encodeForm, isTrue, keyValuePairs, type Pair, textProperty } from '../properties/property-values.ts';
import {
  httpRequestLimits,
  isHttpUrl,
  readHttpResponse,
  requestFailedCode,
} from '../results/http-response.ts';

const formContentType = 'application/x-www-form-urlencoded;charset=utf-8';

export const makeHttpRequest: Behaviour = {
  enter(_state, scope) {
    const command = buildRequest(scope);
    if (typeof command === 'string') return failed(scope, command);
    return { wait: { for: 'effect', effect: command.effect, timeout_ms: null }, commands: [command] };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { status, variables, parsed } = readHttpResponse(signal.result);
    const set = [scope.output(parsed === null ? variables : { ...variables, parsed })];
    if (!signal.result.ok) {
      return { go: 'failed', set, notes: [{ code: signal.result.code, message: signal.result.message }] };
    }
    if (status >= 200 && status <= 299) return { go: 'success', set };
    return {
      go: 'failed',
      set,
      notes: [{ code: requestFailedCode, message: `The answer has the status ${status}.` }],
    };
  },
};

function failed(scope: TemplateScope, message: string): Outcome {
  return { go: 'failed', set: [scope.output({})], notes: [{ code: requestFailedCode, message }] };
}

/** The request, or the reason why none is made. */
function buildRequest(scope: TemplateScope): Extract<Command, { kind: 'http' }> | string {
  const { properties } = scope;
  if (isTrue(properties.add_twilio_auth))
    return 'This server has no account to sign in with at another service.';
  const parameters = keyValuePairs(scope, 'parameters');
  if (parameters.some(({ key }) => key === 'method')) return 'A parameter may not be named "method".';
  const url = scope.render(properties.url).trim();
  if (!isHttpUrl(url)) return `"${url}" is no address that begins with http:// or https://.`;
  const method = textOf(properties.method).toUpperCase() === 'POST' ? 'POST' : 'GET';
  const type = textProperty(scope, 'content_type', formContentType);
  const body = method === 'GET' ? null : requestBody(scope, type, parameters);
  return {
    kind: 'http',
    effect: scope.effect('http'),
    method,
    url: method === 'GET' ? withQuery(url, parameters) : url,
    headers: body === null ? {} : { 'content-type': type },
    body,
    ...httpRequestLimits,
  };
}

/** The body as written; parameters are fields of a form, after what the body has of them. */
function requestBody(scope: TemplateScope, type: string, parameters: readonly Pair[]): string {
  const body = scope.render(scope.properties.body);
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return body;
  return [body, encodeForm(parameters)].filter((part) => part !== '').join('&');
}

function withQuery(url: string, parameters: readonly Pair[]): string {
  if (parameters.length === 0) return url;
  const [address = '', fragment] = url.split('#', 2);
  const joined = `${address}${address.includes('?') ? '&' : '?'}${encodeForm(parameters)}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
