/** split-based-on: leaves by the first match whose conditions are all true, otherwise by noMatch. */

import type { Condition, Transition } from '#flow/definition.ts';
import type { Json } from '#flow/json/json.ts';
import type { Behaviour, TemplateScope } from '../behaviour.ts';
import type { Note } from '../execution.ts';
import { conditionHolds } from '../matching/condition.ts';

export const splitBasedOn: Behaviour = {
  enter({ transitions }, scope) {
    const notes: Note[] = [];
    const list: readonly Transition[] = Array.isArray(transitions) ? transitions : [];
    const entry = list.findIndex((each) => each?.event === 'match' && allHold(each.conditions, scope, notes));
    return entry === -1 ? { go: 'noMatch', notes } : { go: 'match', entry, notes };
  },
};

/** False without conditions. */
function allHold(conditions: unknown, scope: TemplateScope, notes: Note[]): boolean {
  if (!Array.isArray(conditions) || conditions.length === 0) return false;
  return conditions.every((condition: Partial<Condition> | null) => {
    const tested = scope.render(argumentOf(condition, scope));
    const value = scope.render(condition?.value);
    const warn = (message: string) => notes.push({ code: 0, message });
    return conditionHolds(String(condition?.type), tested, value, scope, warn);
  });
}

/** The condition's own argument is evaluated, not the widget's input, from which it may differ. */
function argumentOf(condition: Partial<Condition> | null, scope: TemplateScope): Json | undefined {
  const list = condition?.arguments;
  return Array.isArray(list) && list.length > 0 ? list[0] : scope.properties.input;
}
