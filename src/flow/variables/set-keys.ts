/** The variables of the flow that a widget sets. */

import { propertiesOf, type State } from '../definition.ts';
import { isObject, textOf } from '../json/json.ts';
import { hasTemplate } from '../template/variable-references.ts';
import { canonicalType } from '../widgets/widget-types.ts';

/** The keys of `flow.variables` as they are written, with the place of each among the properties. */
export function setKeys(state: State): { key: string; place: readonly (string | number)[] }[] {
  const { variables, save_response_as } = propertiesOf(state);
  const assigned = canonicalType(state.type) === 'set-variables' && Array.isArray(variables) ? variables : [];
  return [
    ...assigned.map((each, at) => ({
      key: isObject(each) ? textOf(each.key) : '',
      place: ['variables', at],
    })),
    { key: textOf(save_response_as), place: ['save_response_as'] },
  ].flatMap(({ key, place }) => (key.trim() === '' ? [] : [{ key: key.trim(), place }]));
}

/** `keys` are those that are known; `isComputed` when a template decides on one. */
export function setKeysOf(state: State): { keys: string[]; isComputed: boolean } {
  const keys = setKeys(state).map(({ key }) => key);
  return { keys: keys.filter((key) => !hasTemplate(key)), isComputed: keys.some(hasTemplate) };
}
