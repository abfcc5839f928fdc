/** The editor of a number or a template. */

import type { Json } from '#flow/json/json.ts';
import type { Field } from '#flow/widgets/field.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { Warning } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { useTypedText } from './use-typed-text.ts';

export function NumberEditor({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const { text, type } = useTypedText(value, formatText, (typed) => parseNumber(typed, field), onChange);
  const range = useRange(field);
  return (
    <>
      <TextField
        label={field.title}
        help={field.help}
        error={messagesOf(findings, 'error')}
        placeholder={field.placeholder || formatText(field.default)}
        aside={range}
        value={text}
        onChange={type}
        onBlur={onEnd}
      />
      <Warning text={messagesOf(findings, 'warning')} />
    </>
  );
}

/** The value as number or text, whichever the property takes. What is no number stays text, for validation to report. */
export function parseNumber(text: string, field: Field): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return emptyValue(field);
  const number = Number(trimmed);
  return Number.isFinite(number) && field.as === 'value' ? number : trimmed;
}

function useRange({ minimum, maximum }: Field): string | undefined {
  const t = useWords('inspector');
  if (minimum !== null && maximum !== null) return t('range', { from: minimum, to: maximum });
  if (minimum !== null) return t('atLeast', { from: minimum });
  return maximum === null ? undefined : t('atMost', { to: maximum });
}
