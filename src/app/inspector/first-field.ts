/** Which fields of a widget are shown, and which of them a person fills in first. Pure. */

import { propertiesOf, type State } from '#flow/definition.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import type { Field } from '#flow/widgets/field.ts';
import { fieldsOf } from '#flow/widgets/fields.ts';
import { missingFields } from '#flow/widgets/required-fields.ts';
import { widgetType } from '#flow/widgets/widget-types.ts';

/** A conditional field is shown when its condition holds, or when it has a value. */
export function isShown(field: Field, properties: JsonObject): boolean {
  if (field.when === null || properties[field.property] !== undefined) return true;
  const value = properties[field.when.property];
  return value !== undefined && field.when.is.some((each) => jsonEqual(each, value));
}

/**
 * The property whose field takes the caret in a widget that was just added: the first that the widget needs and does not have,
 * else the first that the type leaves empty to be written, else the first text. Never a choice that has a value: letters
 * would change it. Null where there is no such field.
 */
export function firstFieldToFill(state: State): string | null {
  const type = widgetType(state.type);
  if (type === undefined) return null;
  const properties = propertiesOf(state);
  const fields = fieldsOf(type).filter((field) => field.group === 'main' && isShown(field, properties));
  const stored = ({ property }: Field) => properties[property];
  const missing = missingFields(type.type, properties).map(({ properties: [first] }) => first);
  const field =
    fields.find((each) => missing.includes(each.property) && takesLetters(each)) ??
    fields.find((each) => stored(each) === '') ??
    fields.find((each) => isText(each) && isEmpty(stored(each))) ??
    fields.find(isText) ??
    fields.find(({ kind }) => kind !== 'choice');
  return field?.property ?? null;
}

/** A list without rows has no field yet, unless it must not be empty. */
function takesLetters({ kind, required }: Field): boolean {
  return kind !== 'key-values' || required;
}

function isText({ kind }: Field): boolean {
  return kind === 'text' || kind === 'template';
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
