/** The editor of a choice; other texts, such as templates, are accepted. */

import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { Warning } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { PickField } from './pick-field.tsx';

export function ChoiceEditor({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const picks = field.choices.map((choice) => ({
    ...choice,
    ...(choice.label !== choice.value && { hint: choice.value }),
  }));
  return (
    <>
      <PickField
        label={field.title}
        help={field.help}
        error={messagesOf(findings, 'error')}
        placeholder={field.placeholder || labelOf(picks, formatText(field.default))}
        picks={picks}
        value={formatText(value)}
        acceptsOther
        onChange={(picked) => onChange(picked === '' ? emptyValue(field) : picked)}
        onEnd={onEnd}
      />
      <Warning text={messagesOf(findings, 'warning')} />
    </>
  );
}

function labelOf(picks: readonly { value: string; label: string }[], value: string): string {
  return picks.find((pick) => pick.value === value)?.label ?? value;
}
