/** The variables of the flow that a widget sets. */

import { propertiesOf, type State } from '../../definition.ts';
import { isObject, textOf } from '../../json/json.ts';
import { hasTemplate } from '../../template/variable-references.ts';

/** `keys` are those of `flow.variables`; `isComputed` when a template decides on one. */
export function setKeysOf(state: State): { keys: string[]; isComputed: boolean } {
  const { variables, save_response_as } = propertiesOf(state);
  const assigned = state.type === 'set-variables' && Array.isArray(variables) ? variables : [];
  const keys = [
    ...assigned.map((each) => (isObject(each) ? textOf(each.key) : '')),
    textOf(save_response_as),
  ];
  return {
    keys: keys.map((key) => key.trim()).filter((key) => key !== '' && !hasTemplate(key)),
    isComputed: keys.some(hasTemplate),
  };
}
