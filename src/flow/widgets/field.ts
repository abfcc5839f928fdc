/**
 * An inspector field: how one property of a widget is edited, read from annotations of the widget's schema.
 *
 * The annotations are `title`, `description`, `default`, `enum` or a union
 * of constants, `minimum`, `maximum`, and under the key `field` a `FieldHint`.
 */

import type { Json } from '../json/json.ts';

/**
 * How a property is edited. `text` one plain line; `template` text with `{{variables}}`; `number`;
 * `duration` seconds as number or text; `toggle` a boolean; `choice` one of `choices`; `choices`
 * several of them; `key-values` an array of {key, value}; `json` text that must be JSON once rendered;
 * `flow` the SID of another flow; `value` any JSON, shown as code.
 */
export type FieldKind =
  | 'text'
  | 'template'
  | 'number'
  | 'duration'
  | 'toggle'
  | 'choice'
  | 'choices'
  | 'key-values'
  | 'json'
  | 'flow'
  | 'value';

export type Choice = { value: string; label: string };

export type FieldHint = {
  kind: FieldKind;
  /** Rows of a text area; 1 when left out. */
  lines?: number;
  /** `advanced` fields are collapsed. `main` when left out. */
  group?: 'main' | 'advanced';
  /** Labels of the enum's values where the value itself reads badly. */
  labels?: Record<string, string>;
  placeholder?: string;
  /** The property stores a boolean or number as text: 'true', '60'. */
  as?: 'text';
  /** Shown only while another property has one of these values. */
  when?: { property: string; is: Json[] };
};

export type Field = {
  property: string;
  title: string;
  help: string;
  kind: FieldKind;
  required: boolean;
  group: 'main' | 'advanced';
  lines: number;
  choices: Choice[];
  placeholder: string;
  as: 'text' | 'value';
  minimum: number | null;
  maximum: number | null;
  default: Json | undefined;
  when: { property: string; is: Json[] } | null;
};
