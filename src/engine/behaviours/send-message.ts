/** send-message: sends a message and continues when the carrier has accepted or rejected it. */

import type { Behaviour } from '../behaviour.ts';
import {
  composeMessage,
  outboundFields,
  sendFailedCode,
  unsentFields,
} from '../commands/outbound-message.ts';

export const sendMessage: Behaviour = {
  enter(_state, scope) {
    const message = composeMessage(scope);
    if (typeof message !== 'string') {
      return { wait: { for: 'effect', effect: message.effect, timeout_ms: null }, commands: [message] };
    }
    return {
      go: 'failed',
      set: [scope.output({ outbound: unsentFields(message) })],
      notes: [{ code: sendFailedCode, message }],
    };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { result } = signal;
    const set = [scope.output({ outbound: outboundFields(result) })];
    return result.ok
      ? { go: 'sent', set }
      : { go: 'failed', set, notes: [{ code: result.code, message: result.message }] };
  },
};
