/** The texts of a widget that a person wrote, with their places: what is searched and replaced. */

import { propertiesOf, type State, transitionsOf } from '../definition.ts';
import { conditionName } from '../edit/branches.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { type Pointer, pointer } from '../json/json-pointer.ts';
import { stringsIn } from '../json/strings-in.ts';

/** `property` is the property that holds the text; of a condition its place among transitions and conditions. */
export type WidgetText = { place: Pointer; text: string } & (
  | { kind: 'name' }
  | { kind: 'property'; property: string }
  | { kind: 'condition'; transition: number; condition: number }
);

/** Name, properties and conditions of the state at `index`, in the order of the designer. */
export function widgetTexts(state: State, index: number): WidgetText[] {
  const { offset: _, ...properties } = propertiesOf(state);
  return [
    ...(typeof state.name === 'string'
      ? [{ kind: 'name', place: pointer('states', index, 'name'), text: state.name } as const]
      : []),
    ...Object.entries(properties).flatMap(([property, value]) =>
      stringsIn(value, ['states', index, 'properties', property]).map(
        ({ path, text }): WidgetText => ({ kind: 'property', property, place: pointer(...path), text }),
      ),
    ),
    ...conditionTexts(state, index),
  ];
}

/** The values that branches compare with. The input is a property of the split, and a generated name repeats the value. */
function conditionTexts(state: State, index: number): WidgetText[] {
  return transitionsOf(state).flatMap((each, transition) => {
    const list: Json[] = Array.isArray(each.conditions) ? each.conditions : [];
    const at = (state.transitions ?? []).indexOf(each);
    return list.flatMap((one, condition): WidgetText[] => {
      if (!isObject(one)) return [];
      const text = (key: 'value' | 'friendly_name'): WidgetText => ({
        kind: 'condition',
        place: pointer('states', index, 'transitions', at, 'conditions', condition, key),
        text: textOf(one[key]),
        transition,
        condition,
      });
      const isGenerated = one.friendly_name === conditionName(textOf(one.type), textOf(one.value));
      return isGenerated ? [text('value')] : [text('value'), text('friendly_name')];
    });
  });
}
