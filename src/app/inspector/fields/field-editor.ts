/** What the editor of one property is given, whatever its kind. */

import type { Json } from '#flow/json/json.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { Field } from '#flow/widgets/field.ts';
import type { VariableSuggestion } from '../code/variable-suggestion.ts';

export type FlowChoice = { sid: string; name: string };

/** What fields may ask about the flow around them. */
export type FieldContext = {
  suggestions: () => readonly VariableSuggestion[];
  flows: readonly FlowChoice[];
};

export type FieldEditorProps = FieldContext & {
  field: Field;
  value: Json | undefined;
  /** `undefined` removes the property. */
  onChange(value: Json | undefined): void;
  /** The focus has left the field: what is typed next is another step of undo. */
  onEnd(): void;
  /** The text is a message: its length in parts is shown. */
  isMessage: boolean;
  /** What is wrong with this property or inside it. */
  findings: readonly Finding[];
};

/** The sentences of the findings of that severity, as one text; undefined when there are none. */
export function messagesOf(findings: readonly Finding[], severity: Finding['severity']): string | undefined {
  const messages = findings.filter((each) => each.severity === severity).map((each) => each.message);
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ');
}

/** What an emptied field writes: nothing, unless nothing would mean something else than an empty text. */
export function emptyValue(field: Field): Json | undefined {
  const standsForDefault = typeof field.default === 'string' && field.default !== '';
  return field.required || standsForDefault ? '' : undefined;
}
