/** The table of property editors by kind of field. */

import type { ReactNode } from 'react';
import { isObject } from '#flow/json/json.ts';
import type { FieldKind } from '#flow/widgets/field.ts';
import { ChoiceEditor, FlowChoiceEditor, ToggleEditor } from './choice-editors.tsx';
import { DurationEditor } from './duration-editor.tsx';
import type { FieldEditorProps } from './field-editor.ts';
import { JsonEditorField } from './json-editor-field.tsx';
import { JsonValueEditor } from './json-value-editor.tsx';
import { KeyValuesEditor } from './key-values-editor.tsx';
import { MultiChoiceEditor } from './multi-choice-editor.tsx';
import { NumberEditor } from './number-editor.tsx';
import { TemplateEditorField } from './template-editor-field.tsx';
import { TextEditor } from './text-editor.tsx';

export const fieldEditors: { readonly [Kind in FieldKind]: (props: FieldEditorProps) => ReactNode } = {
  text: TextEditor,
  template: TemplateEditorField,
  number: NumberEditor,
  duration: DurationEditor,
  toggle: ToggleEditor,
  choice: ChoiceEditor,
  choices: MultiChoiceEditor,
  'key-values': KeyValuesEditor,
  json: JsonEditorField,
  flow: FlowChoiceEditor,
  value: JsonValueEditor,
};

const accepts: Partial<Record<FieldKind, (value: unknown) => boolean>> = {
  'key-values': (value) => Array.isArray(value) && value.every(isPair),
  choices: Array.isArray,
};

/** An entry with other keys would be shown as an empty row. */
function isPair(item: unknown): boolean {
  return isObject(item) && ('key' in item || 'value' in item || Object.keys(item).length === 0);
}

/** The kind of editor for `value`: a value that the field's own editor cannot show is edited as JSON. */
export function editorKindFor(kind: FieldKind, value: unknown): FieldKind {
  if (value === undefined || kind === 'value') return kind;
  const fits = accepts[kind] ?? ((each: unknown) => typeof each !== 'object' || each === null);
  return fits(value) ? kind : 'value';
}
