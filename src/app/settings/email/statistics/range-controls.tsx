/** What statistics show: the period of an entry, the days, chart or table; and the download of the same numbers. */

import { ChartColumn as ChartIcon, Download, Table as TableIcon } from 'lucide-react';
import type { Period } from '#api/email/parse-stats.ts';
import { periods } from '#api/email/statuses.ts';
import { DateRangePicker } from '../../../ui/forms/date-range-picker.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { calendarDay } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { daysBefore } from '../inbound/stats-range.ts';
import type { StatsSearch } from '../search-params.ts';

const presetDays = { week: 7, month: 30, quarter: 90, year: 365 } as const;
type Preset = keyof typeof presetDays;

/** The days that are shown where the address names none. */
export function shownRange({ from, to }: StatsSearch, today: string): { from: string; to: string } {
  const last = to ?? today;
  return { from: from ?? daysBefore(last, presetDays.month - 1), to: last };
}

type RangeControlsProps = {
  search: StatsSearch;
  today: string;
  onChange(change: StatsSearch): void;
  /** Undefined while there is nothing to save. */
  onSave: (() => void) | undefined;
};

export function RangeControls({ search, today, onChange, onSave }: RangeControlsProps) {
  const t = useWords('email');
  const { by = 'day', view } = search;
  const { from, to } = shownRange(search, today);
  const presets = (Object.keys(presetDays) as Preset[]).map((preset) => ({
    label: t(`statistics.presets.${preset}`),
    from: daysBefore(today, presetDays[preset] - 1),
    to: today,
  }));
  return (
    <>
      <SegmentedControl<Period>
        label={t('statistics.period')}
        segments={periods.map((value) => ({ value, label: t(`statistics.periods.${value}`) }))}
        value={by}
        onChange={(period) => onChange({ by: period === 'day' ? undefined : period })}
      />
      <DateRangePicker
        label={t('statistics.chooseRange')}
        shown={t('statistics.range', { from: calendarDay(from), to: calendarDay(to) })}
        value={{ from, to }}
        presets={presets}
        onChange={({ from: first, to: last }) => onChange({ from: first, to: last })}
      />
      <span className="views">
        <IconButton
          icon={view === 'table' ? ChartIcon : TableIcon}
          label={t(view === 'table' ? 'statistics.chart' : 'statistics.table')}
          onPress={() => onChange({ view: view === 'table' ? undefined : 'table' })}
        />
        <IconButton
          icon={Download}
          label={t('statistics.csv')}
          onPress={() => onSave?.()}
          isDisabled={onSave === undefined}
        />
      </span>
    </>
  );
}
