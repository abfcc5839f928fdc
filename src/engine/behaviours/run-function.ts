/** run-function: calls a function at its URL; its JSON responses are merged in `parsed`. */

import { isObject } from '#flow/json/json.ts';
import type { Behaviour } from '../behaviour.ts';
import { valueAt } from '../context.ts';
import { encodeForm, keyValuePairs } from '../properties/property-values.ts';
import { httpRequestLimits, isHttpUrl, readHttpResponse } from '../results/http-response.ts';

/** The documented code for a function that could not be run or answered with an error. */
const functionFailedCode = 81010;

export const runFunction: Behaviour = {
  enter(_state, scope) {
    const url = scope.render(scope.properties.url).trim();
    if (!isHttpUrl(url)) {
      const message = url === '' ? 'The function has no address.' : `"${url}" is no address of a function.`;
      return { go: 'fail', notes: [{ code: functionFailedCode, message }] };
    }
    const effect = scope.effect('function');
    const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
    const body = encodeForm(keyValuePairs(scope, 'parameters'));
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [{ kind: 'http', effect, method: 'POST', url, headers, body, ...httpRequestLimits }],
    };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { status, variables, parsed } = readHttpResponse(signal.result);
    const earlier = valueAt(scope.context, ['widgets', scope.name, 'parsed']);
    const merged = { ...(isObject(earlier) ? earlier : {}), ...parsed };
    const set = [
      scope.output(Object.keys(merged).length === 0 ? variables : { ...variables, parsed: merged }),
    ];
    if (!signal.result.ok) {
      return { go: 'fail', set, notes: [{ code: signal.result.code, message: signal.result.message }] };
    }
    if (status >= 200 && status <= 399) return { go: 'success', set };
    return {
      go: 'fail',
      set,
      notes: [{ code: functionFailedCode, message: `The function answered with ${status}.` }],
    };
  },
};
