/** Statistics of received emails: totals, a chart or table by day, week or month, and a CSV download. */

import { ChartColumn as ChartIcon, Download, Table as TableIcon } from 'lucide-react';
import type { Period } from '#api/email/parse-stats.ts';
import { periods } from '#api/email/statuses.ts';
import { useParseStats } from '../../../client/email/inbound-parse.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import { DateRangePicker } from '../../../ui/forms/date-range-picker.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { calendarDay } from '../../../words/time.ts';
import { useWords } from '../../../words/use-words.ts';
import type { StatsSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { csvOf, cutToRange, dayOf, daysBefore } from './stats-range.ts';
import './inbound.css';
import { StatsView } from './stats-view.tsx';

const presetDays = { week: 7, month: 30, quarter: 90, year: 365 } as const;
type Preset = keyof typeof presetDays;

/** `onSearch` gets all that the panel keeps in the address. */
type StatsPanelProps = { search: StatsSearch; onSearch(search: StatsSearch): void };

export function StatsPanel({ search, onSearch }: StatsPanelProps) {
  const t = useWords('email');
  const today = dayOf(useNow(60_000));
  const { by = 'day', view, to = today, from = daysBefore(to, presetDays.month - 1) } = search;
  const stats = useParseStats(useEmailTarget(), { from, to, period: by });
  const counts = cutToRange(stats.data ?? [], from);
  const set = (change: StatsSearch) => onSearch({ ...search, ...change });
  const save = () =>
    downloadFile(`inbound-${from}-${to}-${by}.csv`, csvOf(['date', 'received'], counts), 'text/csv');
  const presets = (Object.keys(presetDays) as Preset[]).map((preset) => ({
    label: t(`statistics.presets.${preset}`),
    from: daysBefore(today, presetDays[preset] - 1),
    to: today,
  }));
  return (
    <Panel
      title={t('statistics.title')}
      className="parse"
      actions={
        <>
          <SegmentedControl<Period>
            label={t('statistics.period')}
            segments={periods.map((value) => ({ value, label: t(`statistics.periods.${value}`) }))}
            value={by}
            onChange={(period) => set({ by: period === 'day' ? undefined : period })}
          />
          <DateRangePicker
            label={t('statistics.chooseRange')}
            shown={t('statistics.range', { from: calendarDay(from), to: calendarDay(to) })}
            value={{ from, to }}
            presets={presets}
            onChange={({ from: first, to: last }) => set({ from: first, to: last })}
          />
          <span className="views">
            <IconButton
              icon={view === 'table' ? ChartIcon : TableIcon}
              label={t(view === 'table' ? 'statistics.chart' : 'statistics.table')}
              onPress={() => set({ view: view === 'table' ? undefined : 'table' })}
            />
            <IconButton icon={Download} label={t('statistics.csv')} onPress={save} isDisabled={!stats.data} />
          </span>
        </>
      }
    >
      <Loaded query={stats} failedTitle={t('statistics.failedTitle')} lines={6}>
        {() => <StatsView counts={counts} period={by} range={{ from, to }} isTable={view === 'table'} />}
      </Loaded>
    </Panel>
  );
}
