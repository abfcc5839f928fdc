/** The editor of a reference to another flow, chosen by name. */

import { Workflow } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';
import { emptyValue, type FieldEditorProps, messagesOf } from './field-editor.ts';
import { Warning } from './field-frame.tsx';
import { formatText } from './format-text.ts';
import { PickField } from './pick-field.tsx';

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
