/** Which security policy the posts of a host name follow; nothing where there is none to choose. */

import { usePolicies } from '../../../client/email/policies.ts';
import { Select } from '../../../ui/select.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useStanding } from '../use-standing.ts';

/** `value` is '' where the posts follow none. */
type PolicyChoiceProps = { value: string; onChange(value: string): void; error: string | undefined };

export function PolicyChoice({ value, onChange, error }: PolicyChoiceProps) {
  const t = useWords('email');
  const policies = usePolicies(useStanding());
  if (policies.data === undefined || policies.data.length === 0) return null;
  // A list names its choices by ids, and none of them is empty.
  const none = 'none';
  return (
    <Select
      label={t('policies.choice')}
      options={[
        { value: none, label: t('policies.none') },
        ...policies.data.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === '' ? none : value}
      onChange={(chosen) => onChange(chosen === none ? '' : chosen)}
      error={error}
    />
  );
}
