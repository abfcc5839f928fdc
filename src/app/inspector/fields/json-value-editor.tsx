/** The editor of any JSON value as text. Valid JSON is applied; until then the value stays. */

import { useState } from 'react';
import type { Json } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import { jsonErrorLine } from '#flow/json/json-syntax-error.ts';
import { useWords } from '../../words/use-words.ts';
import { type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';
import { JsonText } from './json-text.tsx';

export function JsonValueEditor({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const t = useWords('inspector');
  const { text, line, type } = useJsonText(value, onChange);
  const error = line === null ? messagesOf(findings, 'error') : t('brokenJson', { line });
  return (
    <FieldFrame label={field.title} help={field.help} error={error} warning={messagesOf(findings, 'warning')}>
      <JsonText
        label={field.title}
        description={error ?? field.help}
        isInvalid={error !== undefined}
        value={text}
        onChange={type}
        onBlur={onEnd}
        lines={Math.min(12, Math.max(2, text.split('\n').length))}
      />
    </FieldFrame>
  );
}

/**
 * JSON as text that may be invalid meanwhile. `line` is the line of the first syntax error, null when valid; an
 * empty text is no value. The text follows the value when that changes by other means.
 */
export function useJsonText(
  value: Json | undefined,
  onChange: (value: Json | undefined) => void,
): { text: string; line: number | null; type(text: string): void } {
  const [typed, setTyped] = useState<{ text: string; value: Json | undefined } | null>(null);
  const isTyped = typed !== null && same(typed.value, value);
  const text = isTyped ? typed.text : value === undefined ? '' : JSON.stringify(value, null, 2);
  return {
    text,
    line: text.trim() === '' ? null : jsonErrorLine(text),
    type(next) {
      const isValid = next.trim() === '' || jsonErrorLine(next) === null;
      const parsed = next.trim() === '' ? undefined : isValid ? (JSON.parse(next) as Json) : value;
      setTyped({ text: next, value: parsed });
      if (isValid) onChange(parsed);
    },
  };
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return jsonEqual(a, b);
}
