/** Derives the inspector's fields from the annotated schema of a widget. */

import type { TSchema } from 'typebox';
import type { Json } from '../json/json.ts';
import type { Choice, Field, FieldHint } from './field.ts';
import type { WidgetType } from './widget-type.ts';

/** The annotations of a property's schema. Of a union the inspector writes the first branch. */
type AnnotatedSchema = {
  title?: string;
  description?: string;
  default?: Json;
  field?: FieldHint;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: AnnotatedSchema;
  anyOf?: AnnotatedSchema[];
};

/**
 * One field for each annotated property in the order of the schema, the main group before the advanced one.
 */
export function fieldsOf(widget: WidgetType): Field[] {
  const { properties, required = [] } = widget.schema as TSchema & {
    properties: Record<string, AnnotatedSchema>;
    required?: string[];
  };
  const fields = Object.entries(properties).flatMap(([property, schema]) =>
    schema.field === undefined ? [] : [fieldOf(property, schema, schema.field, required.includes(property))],
  );
  return [
    ...fields.filter(({ group }) => group === 'main'),
    ...fields.filter(({ group }) => group === 'advanced'),
  ];
}

function fieldOf(property: string, schema: AnnotatedSchema, hint: FieldHint, required: boolean): Field {
  const primary = schema.anyOf?.[0] ?? schema;
  return {
    property,
    title: schema.title ?? property,
    help: schema.description ?? '',
    kind: hint.kind,
    required,
    group: hint.group ?? 'main',
    lines: hint.lines ?? 1,
    choices: choicesOf(hint, primary),
    placeholder: hint.placeholder ?? '',
    as: hint.as ?? 'value',
    minimum: primary.minimum ?? null,
    maximum: primary.maximum ?? null,
    default: schema.default,
    when: hint.when ?? null,
  };
}

function choicesOf({ kind, labels = {} }: FieldHint, primary: AnnotatedSchema): Choice[] {
  if (kind !== 'choice' && kind !== 'choices') return [];
  const values = primary.enum ?? primary.items?.enum ?? [];
  return values.map((value) => ({ value, label: labels[value] ?? value }));
}
