/** The props of a property editor, the same for every kind of field. */

import type { Json } from '#flow/json/json.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { Field } from '#flow/widgets/field.ts';
import { findingText } from '../../words/finding-texts.ts';
import type { VariableSuggestion } from '../code/variable-suggestion.ts';

export type FlowChoice = { sid: string; name: string };

/** What a field needs of the flow. */
export type FieldContext = {
  suggestions: () => readonly VariableSuggestion[];
  flows: readonly FlowChoice[];
};

export type FieldEditorProps = FieldContext & {
  field: Field;
  value: Json | undefined;
  /** `undefined` removes the property. */
  onChange(value: Json | undefined): void;
  /** The focus has left the field: the next edit is another undo step. */
  onEnd(): void;
  /** The text is a message: its length in segments is shown. */
  isMessage: boolean;
  /** The findings of this property and of values inside it. */
  findings: readonly Finding[];
};

/** The distinct messages of errors, or of warnings and notes, as one text; undefined when there are none. */
export function messagesOf(findings: readonly Finding[], kind: 'error' | 'warning'): string | undefined {
  const messages = findings
    .filter(({ severity }) => (severity === 'error') === (kind === 'error'))
    .map(findingText);
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ');
}

/** The value of an emptied field: absent, or an empty text where an absent value means something else. */
export function emptyValue(field: Field): Json | undefined {
  const standsForDefault = typeof field.default === 'string' && field.default !== '';
  return field.required || standsForDefault ? '' : undefined;
}
