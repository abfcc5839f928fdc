/** The editor of a boolean, stored as boolean or text; a template is edited as text. */

import type { Json } from '#flow/json/json.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';
import { TextEditor } from './text-editor.tsx';

export function ToggleEditor(props: FieldEditorProps) {
  const { field, value, onChange, onEnd, findings } = props;
  const isOn = booleanOf(value === undefined ? (field.default ?? false) : value);
  if (isOn === null) return <TextEditor {...props} />;
  return (
    <FieldFrame
      label={field.title}
      hideLabel
      error={messagesOf(findings, 'error')}
      warning={messagesOf(findings, 'warning')}
    >
      <Switch
        label={field.title}
        help={field.help}
        isOn={isOn}
        onChange={(on) => {
          onChange(field.as === 'text' ? String(on) : on);
          onEnd();
        }}
      />
    </FieldFrame>
  );
}

function booleanOf(value: Json): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return value === null || value === '' ? false : null;
}
