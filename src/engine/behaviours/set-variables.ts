/** set-variables: sets flow.variables and the widget's own variables. */

import type { Json } from '#flow/json/json.ts';
import type { Behaviour } from '../behaviour.ts';
import type { Note } from '../execution.ts';
import { keyValuePairs, pairsToObject } from '../properties/property-values.ts';
import { variableValue } from '../properties/variable-value.ts';

export const setVariables: Behaviour = {
  enter(_state, scope) {
    const notes: Note[] = [];
    const pairs = keyValuePairs(scope, 'variables');
    const texts = pairsToObject(pairs, (message) => notes.push({ code: 0, message }));
    const parsed = new Set(pairs.filter(({ type }) => type === 'json_object').map(({ key }) => key));
    const values = Object.fromEntries(
      Object.entries(texts).map(([key, value]): [string, Json] => [
        key,
        typeof value === 'string' && !parsed.has(key) ? variableValue(value) : value,
      ]),
    );
    const flowVariables = Object.entries(values).map(([key, value]) => ({
      path: ['flow', 'variables', key],
      value,
    }));
    return { go: 'next', set: [...flowVariables, scope.output(values)], notes };
  },
};
