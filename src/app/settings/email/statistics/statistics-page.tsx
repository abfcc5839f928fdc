/** Statistics of sent email: one metric as a chart, all of them as a table or CSV, and compared with the period before. */

import '../../../words/chunks/email-section-words.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import type { EmailMetric } from '#api/email/email-stats.ts';
import { mailboxProviders, otherProvider } from '#api/email/mailbox-providers.ts';
import type { Period } from '#api/email/parse-stats.ts';
import { useEmailCategories, useSentStats } from '../../../client/email/sent-stats.ts';
import { Chart } from '../../../ui/display/chart.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { downloadFile } from '../../../ui/download-file.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { calendarDay } from '../../../words/date-time.ts';
import { numberText } from '../../../words/locale.ts';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { dayOf, periodName } from '../inbound/stats-range.ts';
import { readSentStatsSearch, type SentStatsSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { changeOf, type MetricsEntry, metricsCsv, rangeBefore, shownMetrics, sumOf } from './metrics.ts';
import { RangeControls, shownRange } from './range-controls.tsx';
import '../inbound/inbound.css';
import './statistics.css';

const route = getRouteApi('/shell/email/statistics');

export function StatisticsPage() {
  const t = useWords('sentStatistics');
  const target = useEmailTarget();
  const navigate = useNavigate();
  const search = readSentStatsSearch(route.useSearch());
  const today = dayOf(useNow(60_000));
  const { by = 'day', view, metric = 'delivered', category, provider } = search;
  const range = shownRange(search, today);
  const stats = useSentStats(target, { ...range, period: by, category, provider });
  const before = useSentStats(target, { ...rangeBefore(range), period: 'month', category, provider });
  const entries = (stats.data ?? []).map((each) => ({
    ...each,
    date: each.date < range.from ? range.from : each.date,
  }));
  const sums = sumOf(entries);
  const isEmpty = shownMetrics.every((each) => sums[each] === 0);
  const set = (change: SentStatsSearch) =>
    void navigate({ to: '/email/statistics', search: { ...search, ...change }, replace: true });
  const save = () =>
    downloadFile(`sent-${range.from}-${range.to}-${by}.csv`, metricsCsv(entries), 'text/csv');
  return (
    <>
      <EmailHeader title={t('title')} lead={t('lead')} />
      <div className="pile">
        <Panel
          title={t('overTime')}
          className="parse"
          actions={
            <RangeControls
              search={search}
              today={today}
              onChange={set}
              onSave={stats.data === undefined ? undefined : save}
            />
          }
        >
          <Filters {...{ metric, category, provider }} onChange={set} />
          <Loaded query={stats} failedTitle={t('failedTitle')} lines={6}>
            {() =>
              view === 'table' ? (
                <MetricsTable entries={entries} period={by} to={range.to} />
              ) : isEmpty ? (
                <EmptyState icon={ChartColumn} title={t('emptyTitle')}>
                  {t('emptyText')}
                </EmptyState>
              ) : (
                <MetricChart entries={entries} period={by} to={range.to} metric={metric} />
              )
            }
          </Loaded>
        </Panel>
        <Panel title={t('compared')}>
          <Loaded query={before} failedTitle={t('failedTitle')} lines={8}>
            {(entriesBefore) => <Comparison now={entries} before={entriesBefore} range={range} />}
          </Loaded>
        </Panel>
      </div>
    </>
  );
}

type FiltersProps = {
  metric: EmailMetric;
  category: string | undefined;
  provider: string | undefined;
  onChange(change: SentStatsSearch): void;
};

function Filters({ metric, category, provider, onChange }: FiltersProps) {
  const t = useWords('sentStatistics');
  const categories = useEmailCategories(useEmailTarget()).data ?? [];
  const known = category === undefined || categories.includes(category) ? [] : [category];
  return (
    <div className="inside stats-filters">
      <Select<EmailMetric>
        label={t('metric')}
        options={shownMetrics.map((value) => ({ value, label: t(`metrics.${value}`) }))}
        value={metric}
        onChange={(value) => onChange({ metric: value === 'delivered' ? undefined : value })}
      />
      <Select
        label={t('category')}
        options={[
          { value: '', label: t('allCategories') },
          ...[...known, ...categories].map((value) => ({ value, label: value })),
        ]}
        value={category ?? ''}
        onChange={(value) => onChange({ category: value === '' ? undefined : value, provider: undefined })}
      />
      <Select
        label={t('provider')}
        options={[
          { value: '', label: t('allProviders') },
          ...mailboxProviders.map((value) => ({
            value,
            label: value === otherProvider ? t('otherProvider') : value,
          })),
        ]}
        value={provider ?? ''}
        onChange={(value) => onChange({ provider: value === '' ? undefined : value, category: undefined })}
      />
    </div>
  );
}

type EntriesProps = { entries: readonly MetricsEntry[]; period: Period; to: string };

function MetricChart({ entries, period, to, metric }: EntriesProps & { metric: EmailMetric }) {
  const t = useWords('sentStatistics');
  const name = (date: string) => periodName(period, date, { to });
  return (
    <div className="filled">
      <Chart
        label={t('chart', { metric: t(`metrics.${metric}`) })}
        heads={[t('date'), t(`metrics.${metric}`)]}
        columns={entries.map(({ date, metrics }) => ({
          id: date,
          label: name(date),
          tick: period === 'month' ? name(date) : calendarDay(date),
          value: metrics[metric],
        }))}
      />
    </div>
  );
}

function MetricsTable({ entries, period, to }: EntriesProps) {
  const t = useWords('sentStatistics');
  return (
    <div className="filled">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: it is a part of the page, not a fieldset */}
      <div className="numbers all-metrics" role="group" tabIndex={0} aria-label={t('allMetrics')}>
        <Table
          label={t('overTime')}
          columns={[
            { id: 'date', title: t('date') },
            ...shownMetrics.map((id) => ({ id, title: t(`metrics.${id}`), align: 'right' as const })),
          ]}
        >
          {entries.toReversed().map(({ date, metrics }) => (
            <tr key={date}>
              <td>{periodName(period, date, { to })}</td>
              {shownMetrics.map((id) => (
                <td key={id} className="right num">
                  {numberText(metrics[id])}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </div>
  );
}

type ComparisonProps = {
  now: readonly MetricsEntry[];
  before: readonly MetricsEntry[];
  range: { from: string; to: string };
};

function Comparison({ now, before, range }: ComparisonProps) {
  const t = useWords('sentStatistics');
  const [sums, earlier] = [sumOf(now), sumOf(before)];
  const days = ({ from, to }: { from: string; to: string }) =>
    from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: it is a part of the page, not a fieldset
    <div className="stats-compared" role="group" tabIndex={0} aria-label={t('compared')}>
      <Table
        label={t('compared')}
        columns={[
          { id: 'metric', title: t('metric') },
          { id: 'now', title: days(range), align: 'right' },
          { id: 'before', title: days(rangeBefore(range)), align: 'right' },
          { id: 'change', title: t('change'), align: 'right' },
        ]}
      >
        {shownMetrics.map((metric) => (
          <tr key={metric}>
            <td>{t(`metrics.${metric}`)}</td>
            <td className="right num">{numberText(sums[metric])}</td>
            <td className="right num">{numberText(earlier[metric])}</td>
            <td className="right num">{changeText(changeOf(sums[metric], earlier[metric]))}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function changeText(change: number | null): string {
  if (change === null) return '–';
  const percent = Math.round(change * 100);
  return `${percent > 0 ? '+' : ''}${numberText(percent)} %`;
}
