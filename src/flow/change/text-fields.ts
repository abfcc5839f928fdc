/** Which values are texts that two people may write at once. Half of one choice and half of another is neither. */

import type { State } from '../definition.ts';
import type { FieldKind } from '../widgets/field.ts';
import { fieldsOf } from '../widgets/fields.ts';
import { widgetType } from '../widgets/widget-types.ts';
import type { Path } from './operation.ts';

const wholeValues: ReadonlySet<FieldKind> = new Set([
  'number',
  'duration',
  'toggle',
  'choice',
  'choices',
  'flow',
]);

/** True for a value of the flow itself that is edited by characters: its name, its description, the text of a note. */
export function isTextOfFlow(path: Path): boolean {
  const place = path.join('/');
  return (
    place === 'name' ||
    place === 'definition/description' ||
    (place.startsWith('definition/ui/notes/') && path.length === 5 && path[4] === 'text')
  );
}

/** True for a value of the widget that is edited by characters, when it is a string. */
export function isTextOfWidget(state: State, path: Path): boolean {
  const [part, key] = path;
  const last = path.at(-1);
  if (part === 'transitions') return path.length > 2 && (last === 'value' || last === 'friendly_name');
  if (part !== 'properties' || typeof key !== 'string') return false;
  if (path.length > 2) return last === 'value' || last === 'key';
  const type = widgetType(state.type);
  const field = type === undefined ? undefined : fieldsOf(type).find(({ property }) => property === key);
  return field === undefined || !wholeValues.has(field.kind);
}
