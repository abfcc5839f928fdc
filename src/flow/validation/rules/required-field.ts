/** required-field and incomplete: what the table of required fields asks for and the widget does not have. */

import type { TSchema } from 'typebox';
import { pointer } from '../../json/json-pointer.ts';
import { fieldsOf } from '../../widgets/fields.ts';
import { missingFields, type RequiredField } from '../../widgets/required-fields.ts';
import type { WidgetType } from '../../widgets/widget-type.ts';
import type { Violation, WidgetRule, WidgetView } from './rule.ts';

export const requiredField: WidgetRule = {
  code: 'required-field',
  severity: 'error',
  check: (widget) => missing(widget, 'error'),
};

export const incomplete: WidgetRule = {
  code: 'incomplete',
  severity: 'warning',
  check: (widget) => missing(widget, 'incomplete'),
};

function missing({ type, index, properties }: WidgetView, rank: RequiredField['rank']): Violation[] {
  if (type === undefined) return [];
  return missingFields(type.type, properties).flatMap((field) => {
    const [first] = field.properties;
    // A field that is not there at all is a violation of the schema where that requires it.
    if (field.rank !== rank || (properties[first] === undefined && isInSchema(type, first))) return [];
    const place = pointer('states', index, 'properties', first);
    return [{ message: sentence(type, field), property_path: place }];
  });
}

function isInSchema({ schema }: WidgetType, property: string): boolean {
  const { required = [] } = schema as TSchema & { required?: string[] };
  return required.includes(property);
}

/** The alternatives of an error are left out: one field that can be filled is enough to know. */
function sentence(type: WidgetType, { properties, rank, consequence }: RequiredField): string {
  const fields = fieldsOf(type);
  const labels = properties.flatMap((name) => fields.find(({ property }) => property === name)?.title ?? []);
  if (rank === 'error') return `${labels[0] ?? properties[0]} is required.`;
  const [last = properties[0], ...before] = labels.toReversed();
  if (before.length === 0) return `${last} is empty: ${consequence}.`;
  return `${before.toReversed().join(', ')} and ${last} are empty: ${consequence}.`;
}
