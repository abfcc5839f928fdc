/** understand: has a text read, and goes on by the intent that was found in it. */

import { textOf } from '#flow/json.ts';
import type { Behaviour } from '../behaviour.ts';
import { intentsOf } from '../intents.ts';
import { successOf } from '../listed-event.ts';
import { textOr } from '../property.ts';
import { answered } from '../service-answer.ts';

const spoken = '{{trigger.message.Body}}{{trigger.conversation.Body}}';

export const understand: Behaviour = {
  enter(_state, scope) {
    const effect = scope.effect('understand');
    const request = {
      text: textOr(scope, 'text', scope.render(spoken)),
      language: scope.render(scope.properties.language),
      intents: intentsOf(scope.properties.intents, scope.render),
    };
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [{ kind: 'ask-service', effect, service: 'understand', action: 'read', request }],
    };
  },

  receive(state, signal, scope) {
    const outcome = answered(state, signal, scope);
    if (signal.kind !== 'result' || !signal.result.ok) return outcome;
    return { ...outcome, go: successOf(state, textOf(signal.result.data.intent), 'next') };
  },
};
