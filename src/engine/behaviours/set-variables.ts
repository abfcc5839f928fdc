/** set-variables: sets flow.variables and the widget's own variables. */

import type { Behaviour } from '../behaviour.ts';
import type { Note } from '../execution.ts';
import { keyValuePairs, pairsToObject } from '../properties/property-values.ts';

export const setVariables: Behaviour = {
  enter(_state, scope) {
    const notes: Note[] = [];
    const values = pairsToObject(keyValuePairs(scope, 'variables'), (message) =>
      notes.push({ code: 0, message }),
    );
    const flowVariables = Object.entries(values).map(([key, value]) => ({
      path: ['flow', 'variables', key],
      value,
    }));
    return { go: 'next', set: [...flowVariables, scope.output(values)], notes };
  },
};
