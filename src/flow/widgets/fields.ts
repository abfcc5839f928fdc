/** The fields of a widget as the inspector shows them, read from its schema. */

import type { TSchema } from 'typebox';
import type { Json } from '../json/json.ts';
import type { Choice, Field, FieldHint } from './field.ts';
import type { WidgetType } from './widget-type.ts';

/** What a property's schema carries. Of a choice between schemas the first is what the inspector writes. */
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
 * One field for each property, in the order in which an author thinks of them: those of the first
 * group, then the advanced ones. Types without a public description have none.
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
  const written = schema.anyOf?.[0] ?? schema;
  return {
    property,
    title: schema.title ?? property,
    help: schema.description ?? '',
    kind: hint.kind,
    required,
    group: hint.group ?? 'main',
    lines: hint.lines ?? 1,
    choices: choicesOf(hint, written),
    placeholder: hint.placeholder ?? '',
    as: hint.as ?? 'value',
    minimum: written.minimum ?? null,
    maximum: written.maximum ?? null,
    default: schema.default,
    when: hint.when ?? null,
  };
}

function choicesOf({ kind, labels = {} }: FieldHint, written: AnnotatedSchema): Choice[] {
  if (kind !== 'choice' && kind !== 'choices') return [];
  const values = written.enum ?? written.items?.enum ?? [];
  return values.map((value) => ({ value, label: labels[value] ?? value }));
}
