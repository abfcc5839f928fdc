/** The editor of a text that must be JSON once its variables are filled in. */

import type { Json } from '#flow/json/json.ts';
import { jsonErrorLine } from '#flow/json/json-syntax-error.ts';
import { useWords } from '../../words/use-words.ts';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { JsonText } from './json-text.tsx';

export function JsonEditorField({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const t = useWords('inspector');
  const error = messagesOf(findings, 'error');
  const line = templateErrorLine(value);
  const warning = line === null ? undefined : t('looseJson', { line });
  return (
    <FieldFrame
      label={field.title}
      help={field.help}
      error={error}
      warning={messagesOf(findings, 'warning') ?? (error === undefined ? warning : undefined)}
    >
      <JsonText
        label={field.title}
        description={error ?? field.help}
        isInvalid={error !== undefined}
        value={formatText(value)}
        onChange={(typed) => onChange(typed === '' ? emptyValue(field) : typed)}
        onBlur={onEnd}
        lines={Math.max(4, field.lines)}
      />
    </FieldFrame>
  );
}

/** The line of the first syntax error if every output were a number; null when there is none. */
export function templateErrorLine(value: Json | undefined): number | null {
  if (typeof value !== 'string' || value.trim() === '' || value.includes('{%')) return null;
  return jsonErrorLine(value.replace(/\{\{.*?\}\}/g, '0'));
}
