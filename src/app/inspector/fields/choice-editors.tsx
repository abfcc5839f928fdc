/** Editors of one value out of several. */

import { Workflow } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { Warning } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { PickField } from './pick-field.tsx';

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
