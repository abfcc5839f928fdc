/** The select for the security policy of a host name; nothing where no policy exists. */

import { usePolicies } from '../../../client/email/security-policies.ts';
import { Select } from '../../../ui/select.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';

/** `value` is '' for no policy. */
type PolicySelectProps = { value: string; onChange(value: string): void; error: string | undefined };

export function PolicySelect({ value, onChange, error }: PolicySelectProps) {
  const t = useWords('email');
  const policies = usePolicies(useEmailTarget());
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
