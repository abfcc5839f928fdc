/** send-message: hands a message to the carrier and goes on when it has been accepted or refused. */

import type { Behaviour } from '../behaviour.ts';
import { messageOf, outbound, sendingFailed, unsent } from '../message.ts';

export const sendMessage: Behaviour = {
  enter(_state, scope) {
    const message = messageOf(scope);
    if (typeof message !== 'string') {
      return { wait: { for: 'effect', effect: message.effect, timeout_ms: null }, commands: [message] };
    }
    return {
      go: 'failed',
      set: [scope.output({ outbound: unsent(message) })],
      notes: [{ code: sendingFailed, message }],
    };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { result } = signal;
    const set = [scope.output({ outbound: outbound(result) })];
    return result.ok
      ? { go: 'sent', set }
      : { go: 'failed', set, notes: [{ code: result.code, message: result.message }] };
  },
};
