/** send-and-wait-for-reply: sends a message, then waits for the contact's reply or the timeout. */

import type { JsonObject } from '#flow/json/json.ts';
import type { Behaviour, TemplateScope } from '../behaviour.ts';
import {
  composeMessage,
  outboundFields,
  sendFailedCode,
  unsentFields,
} from '../commands/outbound-message.ts';
import type { VariableChange } from '../execution.ts';
import { integerProperty } from '../properties/property-values.ts';
import type { Signal } from '../signal.ts';

const defaultTimeout = 3600;
const maxTimeout = 30 * 24 * 3600;

export const sendAndWaitForReply: Behaviour = {
  enter(_state, scope) {
    const message = composeMessage(scope);
    if (typeof message === 'string') {
      return {
        go: 'deliveryFailure',
        set: [scope.output({ outbound: unsentFields(message) })],
        notes: [{ code: sendFailedCode, message }],
      };
    }
    const seconds = Math.min(integerProperty(scope, 'timeout', defaultTimeout), maxTimeout);
    return {
      wait: { for: 'reply', timeout_ms: seconds * 1000 },
      set: [scope.output({})],
      commands: [message],
    };
  },

  receive(_state, signal, scope) {
    switch (signal.kind) {
      case 'result':
        return deliveryOutcome(signal, scope);
      case 'message':
        return { go: 'incomingMessage', set: replyChanges(signal.message, scope) };
      case 'timeout':
        return { go: 'timeout' };
      default:
        return { stay: true };
    }
  },
};

function deliveryOutcome({ result }: Extract<Signal, { kind: 'result' }>, scope: TemplateScope) {
  const set = [outboundChange(scope, outboundFields(result))];
  return result.ok
    ? { keep: true as const, set }
    : { go: 'deliveryFailure', set, notes: [{ code: result.code, message: result.message }] };
}

function replyChanges(message: JsonObject, scope: TemplateScope): VariableChange[] {
  const inbound = { path: ['widgets', scope.name, 'inbound'], value: message };
  const name = scope.render(scope.properties.save_response_as).trim();
  if (name === '') return [inbound];
  return [inbound, { path: ['flow', 'variables', name], value: message.Body ?? '' }];
}

/** Next to `inbound`, so that neither overwrites the other. */
function outboundChange(scope: TemplateScope, value: JsonObject): VariableChange {
  return { path: ['widgets', scope.name, 'outbound'], value };
}
