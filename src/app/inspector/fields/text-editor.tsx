/** The editor of a plain text. */

import { TextField } from '../../ui/forms/text-field.tsx';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { Warning } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { useTypedText } from './use-typed-text.ts';

export function TextEditor({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const { text, type } = useTypedText(
    value,
    formatText,
    (typed) => (typed === '' ? emptyValue(field) : typed),
    onChange,
  );
  return (
    <>
      <TextField
        label={field.title}
        help={field.help}
        error={messagesOf(findings, 'error')}
        placeholder={field.placeholder}
        lines={field.lines}
        value={text}
        onChange={type}
        onBlur={onEnd}
      />
      <Warning text={messagesOf(findings, 'warning')} />
    </>
  );
}
