/** update-sync-object: updates a JSON object that applications have in common. */

import { isObject, type Json } from '#flow/json/json.ts';
import type { Behaviour, TemplateScope } from '../behaviour.ts';
import { parseJson, textProperty } from '../properties/property-values.ts';
import { receiveServiceResult, serviceRequestFailed } from '../results/service-result.ts';

export const updateSyncObject: Behaviour = {
  enter(state, scope) {
    const name = textProperty(scope, 'name', scope.render(scope.properties.unique_name)).trim();
    const data = dataOf(scope);
    if (name === '') return serviceRequestFailed(state, 'The object has no name.');
    if (!isObject(data)) return serviceRequestFailed(state, 'The data is no JSON object.');
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
  receive: receiveServiceResult,
};

function dataOf(scope: TemplateScope): Json | undefined {
  const text = scope.render(scope.properties.data);
  return text.trim() === '' ? {} : parseJson(text);
}
