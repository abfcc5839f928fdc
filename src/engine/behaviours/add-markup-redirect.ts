/**
 * add-markup-redirect: redirects the call or the conversation to another application, which controls it with its
 * own markup and returns it to the flow's webhook with `FlowEvent=return`. Its parameters become variables.
 */

import type { Behaviour } from '../behaviour.ts';
import { reclaimCall } from '../commands/reclaim-call.ts';
import { integerProperty, textProperty } from '../properties/property-values.ts';
import { isHttpUrl } from '../results/http-response.ts';
import { maskPaymentNumbers } from '../results/payment-redaction.ts';

const maxTimeout = 14_400;

export const addMarkupRedirect: Behaviour = {
  enter(_state, scope) {
    const url = scope.render(scope.properties.url).trim();
    if (!isHttpUrl(url)) {
      const message = `"${url}" is no address that begins with http:// or https://.`;
      return { go: 'fail', set: [scope.output({})], notes: [{ code: 0, message }] };
    }
    const method = textProperty(scope, 'method', 'POST').toUpperCase() === 'GET' ? 'GET' : 'POST';
    const seconds = Math.min(integerProperty(scope, 'timeout', maxTimeout), maxTimeout);
    return { wait: { for: 'return', url, method, timeout_ms: seconds * 1000 } };
  },

  receive(_state, signal, scope) {
    if (signal.kind === 'return') {
      return { go: signal.event, set: [scope.output(maskPaymentNumbers(signal.fields))] };
    }
    if (signal.kind !== 'timeout') return { stay: true };
    return { go: 'timeout', set: [scope.output({})], commands: reclaimCall(scope) };
  },
};
