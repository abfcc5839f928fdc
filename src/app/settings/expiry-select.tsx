/** After how many days a new key or token expires. */

import { Select } from '../ui/forms/select.tsx';
import { useWords } from '../words/use-words.ts';

const lengths = ['7', '30', '90', '365', 'never'] as const;

export type Expiry = (typeof lengths)[number];

export function ExpirySelect({ value, onChange }: { value: Expiry; onChange(value: Expiry): void }) {
  const t = useWords('tokens');
  return (
    <Select<Expiry>
      label={t('expires')}
      options={lengths.map((each) => ({
        value: each,
        label: each === 'never' ? t('never') : t('days', { count: Number(each) }),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** The field of the request; nothing where it never expires. */
export const daysOf = (expiry: Expiry) => (expiry === 'never' ? {} : { Days: Number(expiry) });
