/** Editors of one value out of several: of a choice, of the flows, of yes and no. */

import { Workflow } from 'lucide-react';
import type { Json } from '#flow/json/json.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame, Warning } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { PickField } from './pick-field.tsx';
import { TextEditor } from './text-editor.tsx';

/** The editor of a choice; other texts, such as templates, are accepted. */
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

/** The editor of a reference to another flow, chosen by name. */
export function FlowChoiceEditor({ field, value, onChange, onEnd, findings, flows }: FieldEditorProps) {
  const t = useWords('inspector');
  return (
    <>
      <PickField
        label={field.title}
        help={field.help}
        error={messagesOf(findings, 'error')}
        placeholder={field.placeholder || t('chooseFlow')}
        icon={<Icon of={Workflow} />}
        picks={flows.map(({ sid, name }) => ({ value: sid, label: name, hint: sid }))}
        value={formatText(value)}
        acceptsOther
        onChange={(picked) => onChange(picked === '' ? emptyValue(field) : picked)}
        onEnd={onEnd}
      />
      <Warning text={messagesOf(findings, 'warning')} />
    </>
  );
}

/** The editor of a boolean, stored as boolean or text; a template is edited as text. */
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
