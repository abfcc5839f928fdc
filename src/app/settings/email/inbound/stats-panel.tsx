/** Statistics of received emails: totals, a chart or table by day, week or month, and a CSV download. */

import { useParseStats } from '../../../client/email/inbound-parse.ts';
import { downloadFile } from '../../../ui/download-file.ts';
import { useNow } from '../../../ui/marks/use-now.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useWords } from '../../../words/use-words.ts';
import type { StatsSearch } from '../search-params.ts';
import { RangeControls, shownRange } from '../statistics/range-controls.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { csvOf, cutToRange, dayOf } from './stats-range.ts';
import './inbound.css';
import { StatsView } from './stats-view.tsx';

/** `onSearch` gets all that the panel keeps in the address. */
type StatsPanelProps = { search: StatsSearch; onSearch(search: StatsSearch): void };

export function StatsPanel({ search, onSearch }: StatsPanelProps) {
  const t = useWords('email');
  const today = dayOf(useNow(60_000));
  const { by = 'day', view } = search;
  const { from, to } = shownRange(search, today);
  const stats = useParseStats(useEmailTarget(), { from, to, period: by });
  const counts = cutToRange(stats.data ?? [], from);
  const set = (change: StatsSearch) => onSearch({ ...search, ...change });
  const save = () =>
    downloadFile(`inbound-${from}-${to}-${by}.csv`, csvOf(['date', 'received'], counts), 'text/csv');
  return (
    <Panel
      title={t('statistics.title')}
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
      <Loaded query={stats} failedTitle={t('statistics.failedTitle')} lines={6}>
        {() => <StatsView counts={counts} period={by} range={{ from, to }} isTable={view === 'table'} />}
      </Loaded>
    </Panel>
  );
}
