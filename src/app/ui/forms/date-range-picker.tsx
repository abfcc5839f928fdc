/** Choosing a range of days: ready ones, or a first and a last day. The button shows what is chosen. */

import { Calendar } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../words/use-words.ts';
import { Button } from '../button.tsx';
import './date-range-picker.css';
import { Popover } from '../overlays/popover.tsx';
import { TextField } from './text-field.tsx';

/** Days as YYYY-MM-DD, both included. */
export type DayRange = { from: string; to: string };

export type DateRangePickerProps = {
  /** Accessible name of the panel. */
  label: string;
  /** The range in words, on the button. */
  shown: string;
  value: DayRange;
  presets: readonly (DayRange & { label: string })[];
  onChange(range: DayRange): void;
};

export function DateRangePicker({ label, shown, value, presets, onChange }: DateRangePickerProps) {
  return (
    <Popover label={label} placement="bottom end" trigger={<Button icon={Calendar}>{shown}</Button>}>
      {(close) => {
        const choose = (range: DayRange) => {
          onChange(range);
          close();
        };
        return (
          <div className="day-range">
            <div className="presets">
              {presets.map(({ label: name, ...range }) => (
                <Button key={name} kind="ghost" onPress={() => choose(range)}>
                  {name}
                </Button>
              ))}
            </div>
            <DayFields value={value} onChange={choose} />
          </div>
        );
      }}
    </Popover>
  );
}

function DayFields({ value, onChange }: { value: DayRange; onChange(range: DayRange): void }) {
  const t = useWords('ui');
  const [from, setFrom] = useState(value.from);
  const [to, setTo] = useState(value.to);
  const [isTried, setTried] = useState(false);
  const missing = (day: string) => (isTried && day === '' ? t('dayMissing') : undefined);
  const isTurned = from !== '' && to !== '' && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (from !== '' && to !== '' && !isTurned) onChange({ from, to });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextField label={t('firstDay')} type="date" value={from} onChange={setFrom} error={missing(from)} />
      <TextField
        label={t('lastDay')}
        type="date"
        value={to}
        onChange={setTo}
        error={isTried && isTurned ? t('rangeReversed') : missing(to)}
      />
      <Button kind="primary" type="submit">
        {t('apply')}
      </Button>
    </form>
  );
}
