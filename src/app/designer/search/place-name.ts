/** The name of a place in a widget, in the words of the page. */

import type { State } from '#flow/definition.ts';
import { type Pointer, pathOf } from '#flow/json/json-pointer.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';
import { wordsOf } from '../../words/use-words.ts';
import { widgetLabel } from '../../words/widget-labels.ts';

/** The label of the field that holds the place. */
export function placeName(state: State, place: Pointer): string {
  const [, , part, key] = pathOf(place);
  const t = wordsOf('search');
  if (part === 'transitions') return t('condition');
  if (part !== 'properties' || key === undefined) return part === 'type' ? '' : t('name');
  const type = widgetType(state.type);
  const field = type && fieldsOf(type).find(({ property }) => property === key);
  return field === undefined ? key : widgetLabel(field.title);
}
