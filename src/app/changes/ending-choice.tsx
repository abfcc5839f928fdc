/** The choice to end the active executions that a publish leaves behind. Shown only where there are any. */

import type { EndedExecutions } from '#api/flows/publishing.ts';
import type { PublishImpact } from '#api/flows/schemas.ts';
import { Select } from '../ui/forms/select.tsx';
import { useWords } from '../words/use-words.ts';

export type EndingChoiceProps = {
  impact: PublishImpact | undefined;
  value: EndedExecutions;
  onChange(value: EndedExecutions): void;
};

export function EndingChoice({ impact, value, onChange }: EndingChoiceProps) {
  const t = useWords('publishing');
  if (impact === undefined || impact.active === 0) return null;
  return (
    <Select<EndedExecutions>
      label={t('ending')}
      value={value}
      onChange={onChange}
      help={value === 'none' ? undefined : t('endHelp')}
      options={[
        { value: 'none', label: t('endNone') },
        { value: 'affected', label: t('endAffected') },
        { value: 'all', label: t('endAll') },
      ]}
    />
  );
}
