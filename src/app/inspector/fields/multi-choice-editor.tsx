/** The editor of a multiple choice; unknown entries of the list are kept. */

import { Check } from 'lucide-react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { Label } from 'react-aria-components/Label';
import type { Json } from '#flow/json/json.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { type FieldEditorProps, messagesOf } from './field-editor.ts';
import { FieldFrame } from './field-frame.tsx';

export function MultiChoiceEditor({ field, value, onChange, onEnd, findings }: FieldEditorProps) {
  const list: Json[] = Array.isArray(value) ? value : [];
  const texts = list.filter((each) => typeof each === 'string');
  const knownValues = field.choices.map((choice) => choice.value);
  const unknown = texts
    .filter((each) => !knownValues.includes(each))
    .map((each) => ({ value: each, label: each }));
  return (
    <FieldFrame
      label={field.title}
      hideLabel
      help={field.help}
      error={messagesOf(findings, 'error')}
      warning={messagesOf(findings, 'warning')}
    >
      <CheckboxGroup
        className="ticks"
        value={texts}
        onChange={(picked) => {
          const others = list.filter((each) => typeof each !== 'string');
          const next = [...picked, ...others];
          onChange(next.length === 0 && !field.required ? undefined : next);
          onEnd();
        }}
      >
        <Label className="lab">{field.title}</Label>
        {[...field.choices, ...unknown].map((choice) => (
          <Checkbox key={choice.value} value={choice.value} className="tick">
            <span className="box">
              <Icon of={Check} size={12} />
            </span>
            {choice.label}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </FieldFrame>
  );
}
