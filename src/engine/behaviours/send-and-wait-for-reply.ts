/** send-and-wait-for-reply: sends a message, then waits for the contact's answer or for the time to pass. */

import type { JsonObject } from '#flow/json.ts';
import type { Behaviour, Scope } from '../behaviour.ts';
import type { Change } from '../execution.ts';
import { messageOf, outbound, sendingFailed, unsent } from '../message.ts';
import { wholeNumber } from '../property.ts';
import type { Signal } from '../signal.ts';

const defaultTimeout = 3600;
const longestTimeout = 30 * 24 * 3600;

export const sendAndWaitForReply: Behaviour = {
  enter(_state, scope) {
    const message = messageOf(scope);
    if (typeof message === 'string') {
      return {
        go: 'deliveryFailure',
        set: [scope.output({ outbound: unsent(message) })],
        notes: [{ code: sendingFailed, message }],
      };
    }
    const seconds = Math.min(wholeNumber(scope, 'timeout', defaultTimeout), longestTimeout);
    return {
      wait: { for: 'reply', timeout_ms: seconds * 1000 },
      set: [scope.output({})],
      commands: [message],
    };
  },

  receive(_state, signal, scope) {
    switch (signal.kind) {
      case 'result':
        return delivered(signal, scope);
      case 'message':
        return { go: 'incomingMessage', set: replied(signal.message, scope) };
      case 'timeout':
        return { go: 'timeout' };
      default:
        return { stay: true };
    }
  },
};

function delivered({ result }: Extract<Signal, { kind: 'result' }>, scope: Scope) {
  const set = [outboundChange(scope, outbound(result))];
  return result.ok
    ? { keep: true as const, set }
    : { go: 'deliveryFailure', set, notes: [{ code: result.code, message: result.message }] };
}

function replied(message: JsonObject, scope: Scope): Change[] {
  const inbound = { path: ['widgets', scope.name, 'inbound'], value: message };
  const name = scope.render(scope.properties.save_response_as).trim();
  if (name === '') return [inbound];
  return [inbound, { path: ['flow', 'variables', name], value: message.Body ?? '' }];
}

/** Beside `inbound`, so that neither overwrites the other. */
function outboundChange(scope: Scope, value: JsonObject): Change {
  return { path: ['widgets', scope.name, 'outbound'], value };
}
