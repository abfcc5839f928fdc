/** A filter of lists: the days between which something happened, in the time zone of the person who looks. */

import { DateRangePicker, type DayRange } from '../ui/forms/date-range-picker.tsx';
import { useNow } from '../ui/marks/use-now.ts';
import { calendarDay } from '../words/date-time.ts';

/** Days are YYYY-MM-DD, both included; undefined is without an end. */
export type Days = { from?: string | undefined; to?: string | undefined };

const presetDays = [1, 7, 30] as const;
const dayMs = 86_400_000;

type DaysFilterProps = {
  label: string;
  anyTime: string;
  lastDays(count: number): string;
  days: Days;
  onChange(days: Days): void;
};

export function DaysFilter({ label, anyTime, lastDays, days, onChange }: DaysFilterProps) {
  const now = useNow(3_600_000);
  const { from = '', to = '' } = days;
  const choose = (range: DayRange) =>
    onChange({
      from: range.from === '' ? undefined : range.from,
      to: range.to === '' ? undefined : range.to,
    });
  const shown =
    from === '' && to === ''
      ? anyTime
      : [from, to].map((each) => (each === '' ? '…' : calendarDay(each))).join(' – ');
  return (
    <DateRangePicker
      label={label}
      shown={shown}
      value={{ from, to }}
      onChange={choose}
      presets={[
        { label: anyTime, from: '', to: '' },
        ...presetDays.map((count) => ({
          label: lastDays(count),
          from: dayOf(now - (count - 1) * dayMs),
          to: dayOf(now),
        })),
      ]}
    />
  );
}

/** The day of the person who looks. */
function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
