/**
 * send-to-agentdesk: makes a task for people; done as soon as the task is there. A failed result that carries
 * a CallStatus says that the call broke, any other that no task could be made.
 */

import type { Behaviour } from '../behaviour.ts';
import { parsedJson, textOr, wholeNumber } from '../property.ts';

const longestAttributes = 1024;
const defaultTimeout = 3600;
const longestTimeout = 1_209_600;

/** The documented code for a contact who could not be put into a queue. */
const enqueueFailed = 81009;

export const sendToAgentdesk: Behaviour = {
  enter(_state, scope) {
    const text = scope.render(scope.properties.attributes);
    if (text.length > longestAttributes) {
      const message = `The attributes have ${text.length} letters; ${longestAttributes} are allowed.`;
      return { go: 'failedToEnqueue', notes: [{ code: enqueueFailed, message }] };
    }
    const effect = scope.effect('task');
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [
        {
          kind: 'create-task',
          effect,
          workflow: scope.render(scope.properties.workflow),
          channel: scope.render(scope.properties.channel),
          attributes: text.trim() === '' ? {} : (parsedJson(text) ?? text),
          priority: textOr(scope, 'priority', '0'),
          timeout_s: Math.min(wholeNumber(scope, 'timeout', defaultTimeout), longestTimeout),
        },
      ],
    };
  },

  receive(_state, signal, scope) {
    if (signal.kind !== 'result') return { stay: true };
    const { result } = signal;
    const set = [scope.output(result.data)];
    if (result.ok) return { go: 'callComplete', set };
    const go = result.data.CallStatus === undefined ? 'failedToEnqueue' : 'callFailure';
    return { go, set, notes: [{ code: result.code, message: result.message }] };
  },
};
