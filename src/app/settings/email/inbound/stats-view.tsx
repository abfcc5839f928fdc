/** The numbers of a range: three totals, then the chart or a table. */

import type { Period } from '#api/email/parse-stats.ts';
import { Chart } from '../../../ui/display/chart.tsx';
import { Table } from '../../../ui/display/table.tsx';
import { calendarDay } from '../../../words/date-time.ts';
import { numberText } from '../../../words/locale.ts';
import { useWords } from '../../../words/use-words.ts';
import { daysIn, type PeriodCount, periodName, totalsOf } from './stats-range.ts';

type StatsViewProps = {
  counts: readonly PeriodCount[];
  period: Period;
  range: { from: string; to: string };
  isTable: boolean;
};

export function StatsView({ counts, period, range, isTable }: StatsViewProps) {
  const t = useWords('email');
  const name = (date: string) => periodName(period, date, range);
  const { received, average, busiest } = totalsOf(counts, daysIn(range));
  const totals = [
    [received, t('statistics.received')],
    [average, t('statistics.average')],
    [
      busiest?.received ?? 0,
      busiest ? t(`statistics.busiest.${period}`, { when: name(busiest.date) }) : t('statistics.noBusiest'),
    ],
  ] as const;
  return (
    <div className="filled">
      <dl className="totals">
        {totals.map(([value, text]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd className="num">{numberText(value)}</dd>
          </div>
        ))}
      </dl>
      {isTable ? (
        <div className="numbers">
          <Table
            label={t(`statistics.label.${period}`)}
            columns={[
              { id: 'date', title: t('statistics.heads.date') },
              { id: 'received', title: t('statistics.heads.received'), align: 'right' },
            ]}
          >
            {counts.toReversed().map((each) => (
              <tr key={each.date}>
                <td>{name(each.date)}</td>
                <td className="right num">{numberText(each.received)}</td>
              </tr>
            ))}
          </Table>
        </div>
      ) : (
        <Chart
          label={t(`statistics.label.${period}`)}
          heads={[t('statistics.heads.date'), t('statistics.heads.received')]}
          columns={counts.map(({ date, received: value }) => ({
            id: date,
            label: name(date),
            tick: period === 'month' ? name(date) : calendarDay(date),
            value,
          }))}
        />
      )}
    </div>
  );
}
