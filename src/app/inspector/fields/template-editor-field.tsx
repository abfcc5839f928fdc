/** The editor of a text with `{{variables}}`; of a message it shows the length. */

import { messageLength } from '#flow/message-length.ts';
import { useWords } from '../../words/use-words.ts';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { TemplateText } from './template-text.tsx';

export function TemplateEditorField(props: FieldEditorProps) {
  const { field, value, onChange, onEnd, findings, suggestions, isMessage } = props;
  const text = formatText(value);
  const error = messagesOf(findings, 'error');
  return (
    <FieldFrame
      label={field.title}
      help={field.help}
      error={error}
      warning={messagesOf(findings, 'warning')}
      aside={isMessage && text !== '' ? <Length text={text} /> : undefined}
    >
      <TemplateText
        label={field.title}
        description={error ?? field.help}
        isInvalid={error !== undefined}
        value={text}
        onChange={(typed) => onChange(typed === '' ? emptyValue(field) : typed)}
        onBlur={onEnd}
        placeholder={field.placeholder}
        lines={field.lines}
        suggestions={suggestions}
      />
    </FieldFrame>
  );
}

function Length({ text }: { text: string }) {
  const t = useWords('inspector');
  const { characters, segments } = messageLength(text);
  return <>{t('length', { count: characters, segments: t('segments', { count: segments }) })}</>;
}
