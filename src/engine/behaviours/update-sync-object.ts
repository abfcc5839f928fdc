/** update-sync-object: writes to an object that several applications share. */

import { isObject, type Json } from '#flow/json.ts';
import type { Behaviour, Scope } from '../behaviour.ts';
import { parsedJson, textOr } from '../property.ts';
import { answered, notAsked } from '../service-answer.ts';

export const updateSyncObject: Behaviour = {
  enter(state, scope) {
    const name = textOr(scope, 'name', scope.render(scope.properties.unique_name)).trim();
    const data = dataOf(scope);
    if (name === '') return notAsked(state, 'The object has no name.');
    if (!isObject(data)) return notAsked(state, 'The data is no JSON object.');
    const mode = scope.render(scope.properties.mode).trim() === 'replace' ? 'replace' : 'merge';
    const effect = scope.effect('sync');
    return {
      wait: { for: 'effect', effect, timeout_ms: null },
      commands: [
        {
          kind: 'ask-service',
          effect,
          service: 'sync',
          action: 'update-object',
          request: { name, mode, data },
        },
      ],
    };
  },
  receive: answered,
};

function dataOf(scope: Scope): Json | undefined {
  const text = scope.render(scope.properties.data);
  return text.trim() === '' ? {} : parsedJson(text);
}
