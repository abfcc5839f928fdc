/** The editor of one condition: tested value, operator, compared value, and label. */

import type { Condition } from '#flow/definition.ts';
import { type ConditionSpec, conditionTypes, isConditionType } from '#flow/widgets/conditions.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { shownComparisons, widgetLabel } from '../../words/widget-labels.ts';
import type { VariableSuggestion } from '../code/variable-suggestion.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { PickField } from '../fields/pick-field.tsx';
import { TemplateText } from '../fields/template-text.tsx';

export type ConditionEditorProps = {
  condition: Condition;
  /** `part` identifies the edited field, which is one gesture of undo. */
  onChange(change: Partial<Condition>, part: string): void;
  onEnd(): void;
  suggestions: () => readonly VariableSuggestion[];
};

export function ConditionEditor({ condition, onChange, onEnd, suggestions }: ConditionEditorProps) {
  const t = useWords('inspector');
  const { type, value, friendly_name } = condition;
  const tested = Array.isArray(condition.arguments) ? condition.arguments : [];
  const spec: ConditionSpec | null = isConditionType(type) ? conditionTypes[type] : null;
  const takesValue = spec === null || spec.takesValue;
  return (
    <div className="condition">
      <FieldFrame label={t('tested')}>
        <TemplateText
          label={t('tested')}
          isInvalid={false}
          lines={1}
          value={textIn(tested[0])}
          onChange={(typed) => onChange({ arguments: [typed, ...tested.slice(1)] }, 'argument')}
          onBlur={onEnd}
          suggestions={suggestions}
        />
      </FieldFrame>
      <div className="grid2">
        <PickField
          label={t('operator')}
          picks={shownComparisons()}
          value={textIn(type)}
          acceptsOther={false}
          onChange={(picked) => onChange({ type: picked }, 'type')}
          onEnd={onEnd}
        />
        {takesValue && (
          <FieldFrame label={t('against')} help={spec?.help && widgetLabel(spec.help)}>
            <TemplateText
              label={t('against')}
              isInvalid={false}
              lines={1}
              value={textIn(value)}
              onChange={(typed) => onChange({ value: typed }, 'value')}
              onBlur={onEnd}
              suggestions={suggestions}
            />
          </FieldFrame>
        )}
      </div>
      <TextField
        label={t('label')}
        value={textIn(friendly_name)}
        onChange={(typed) => onChange({ friendly_name: typed }, 'label')}
        onBlur={onEnd}
      />
    </div>
  );
}

/** Any JSON value as text: definitions may have other types where a text is expected. */
function textIn(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value);
}
