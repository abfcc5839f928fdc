/** When to publish: now, or at a time in the time zone of the browser. */

import { timeZone } from '../../../changes/time-zone.ts';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';

/** `at` is what the field has: local time as YYYY-MM-DDTHH:MM, or nothing. */
export type PublishTime = { isLater: boolean; at: string };

/** The time for the API, null for now; or which sentence says what is wrong with it. */
export function readTime({ isLater, at }: PublishTime): {
  iso: string | null;
  error: 'timeMissing' | 'timePast' | null;
} {
  if (!isLater) return { iso: null, error: null };
  const time = new Date(at).getTime();
  if (Number.isNaN(time)) return { iso: null, error: 'timeMissing' };
  if (time <= Date.now()) return { iso: null, error: 'timePast' };
  return { iso: new Date(time).toISOString(), error: null };
}

export type PublishTimeFieldsProps = {
  value: PublishTime;
  onChange(value: PublishTime): void;
  /** After the first attempt to send the form, errors are shown. */
  isTried: boolean;
};

export function PublishTimeFields({ value, onChange, isTried }: PublishTimeFieldsProps) {
  const t = useWords('publishing');
  const { error } = readTime(value);
  return (
    <>
      <SegmentedControl<'now' | 'later'>
        label={t('when')}
        value={value.isLater ? 'later' : 'now'}
        onChange={(when) => onChange({ ...value, isLater: when === 'later' })}
        segments={[
          { value: 'now', label: t('now') },
          { value: 'later', label: t('atATime') },
        ]}
      />
      {value.isLater && (
        <TextField
          label={t('publishAt')}
          help={t('localTime', { zone: timeZone() })}
          type="datetime-local"
          value={value.at}
          onChange={(at) => onChange({ ...value, at })}
          error={isTried && error !== null ? t(error) : undefined}
        />
      )}
    </>
  );
}
