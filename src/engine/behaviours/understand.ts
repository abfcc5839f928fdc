/** understand: detects the intent of a text, and leaves by it. */

import { textOf } from '#flow/json/json.ts';
import type { Behaviour } from '../behaviour.ts';
import { spendFolding } from '../matching/budgeted-folding.ts';
import { parseIntents } from '../matching/intent-matching.ts';
import { textProperty } from '../properties/property-values.ts';
import { successEvent } from '../results/outcome-event.ts';
import { receiveServiceResult } from '../results/service-result.ts';

/** Characters of a text whose search costs as much as preparing a keyword. */
const charactersOfKeyword = 1_000;

const defaultText = '{{trigger.message.Body}}{{trigger.conversation.Body}}';

export const understand: Behaviour = {
  enter(_state, scope) {
    const effect = scope.effect('understand');
    const text = textProperty(scope, 'text', scope.render(defaultText));
    const intents = parseIntents(scope.properties.intents, scope.render);
    // The built-in service looks for each of them in this turn.
    const keywords = intents.reduce((sum, intent) => sum + intent.keywords.length, 0);
    scope.work.spend('keyword', keywords * (1 + text.length / charactersOfKeyword));
    for (const each of [text, ...intents.flatMap((intent) => intent.keywords)])
      spendFolding(each, scope.work);
    const request = { text, language: scope.render(scope.properties.language), intents };
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [{ kind: 'ask-service', effect, service: 'understand', action: 'read', request }],
    };
  },

  receive(state, signal, scope) {
    const outcome = receiveServiceResult(state, signal, scope);
    if (signal.kind !== 'result' || !signal.result.ok) return outcome;
    return { ...outcome, go: successEvent(state, textOf(signal.result.data.intent), 'next') };
  },
};
