/** The longest gap between starts in each half day, with the limit of the rule as it is typed: how often it would have alerted. */

import type { AlertRuleGaps, GapResource } from '#api/alerts/schemas.ts';
import { useAlertGaps } from '../client/alerts.ts';
import { Loaded } from '../ui/states/loaded.tsx';
import { calendarDay, clockTime, duration, durationInWords, shortDateAndTime } from '../words/date-time.ts';
import { numberText } from '../words/locale.ts';
import { useWords, type Words } from '../words/use-words.ts';
import { type Bar, barsOf, limitAt, scaleOf, timesTold } from './gap-bars.ts';

type GapChartProps = { ruleKey: string; saved: number; typed: number };

export function GapChart(props: GapChartProps) {
  const t = useWords('alerts');
  const gaps = useAlertGaps(props.ruleKey);
  return (
    <section className="alert-gaps" aria-label={t('gaps.title')}>
      <Loaded query={gaps} failedTitle={t('gaps.failed')} lines={4}>
        {(data) => <Gaps {...props} gaps={data} />}
      </Loaded>
    </section>
  );
}

function Gaps({ saved, typed, gaps }: GapChartProps & { gaps: AlertRuleGaps }) {
  const t = useWords('alerts');
  const usual = gaps.usual_minutes;
  if (usual === null || gaps.open === null) return <p>{t('gaps.unknown')}</p>;
  const limit = limitAt(typed, usual);
  const told = (threshold: number) => ({ count: timesTold(gaps, threshold) });
  return (
    <>
      <header>
        <b>{t('gaps.title')}</b>
        <span className="num">{t('gaps.days')}</span>
      </header>
      <Drawing gaps={gaps} bars={barsOf(gaps, typed)} limit={limit} />
      <p aria-live="polite">
        {t('gaps.told', told(saved))}{' '}
        {typed !== saved && t('gaps.toldWith', { threshold: typed, limit: inWords(limit), ...told(typed) })}
      </p>
    </>
  );
}

const minuteMs = 60_000;

const inWords = (minutes: number) => durationInWords(Math.round(minutes) * minuteMs);
const inShort = (minutes: number) => duration(Math.round(minutes) * minuteMs);

/** In units of the picture: the columns, left of the scale. */
const plot = { width: 278, top: 8, bottom: 104, total: 340 };
const step = (count: number) => plot.width / count;

function Drawing({ gaps, bars, limit }: { gaps: AlertRuleGaps; bars: readonly Bar[]; limit: number }) {
  const t = useWords('alerts');
  const most = scaleOf(bars, limit);
  const yOf = (minutes: number) => plot.bottom - (Math.min(minutes, most) / most) * (plot.bottom - plot.top);
  const open = bars.at(-1);
  const over = bars.filter(({ isOver }) => isOver).length;
  const first = gaps.half_days[0]?.date_began ?? '';
  return (
    <>
      <svg
        viewBox={`0 0 ${plot.total} 128`}
        role="img"
        aria-label={t('gaps.picture', { count: over, limit: inWords(limit) })}
      >
        {[0, most / 2, most].map((minutes) => (
          <ScaleLine key={minutes} y={yOf(minutes)} isHidden={Math.abs(yOf(minutes) - yOf(limit)) < 12}>
            {minutes === 0 ? '0' : inShort(minutes)}
          </ScaleLine>
        ))}
        {bars.map(({ id, gap, isOver }, index) => (
          <rect
            key={id}
            className={isOver ? 'over' : undefined}
            x={index * step(bars.length) + 1.6}
            y={yOf(gap?.minutes ?? 0) - (gap === null ? 0 : 1)}
            width={step(bars.length) - 3.2}
            height={plot.bottom - yOf(gap?.minutes ?? 0) + (gap === null ? 0 : 1)}
            rx="1.5"
          >
            {gap !== null && <title>{gapText(t, gap)}</title>}
          </rect>
        ))}
        <path className="limit" d={limitPath(bars, limit, yOf)} />
        <text className="limit" x={plot.width + 6} y={yOf(limit) + 4}>
          {inShort(limit)}
        </text>
        {open?.gap && <OpenLabel gap={open.gap} isOver={open.isOver} y={yOf(open.gap.minutes)} />}
        <text x="0" y="124">
          {calendarDay(first.slice(0, 10))}
        </text>
        <text x={plot.width} y="124" textAnchor="end">
          {t('gaps.now')}
        </text>
      </svg>
      <GapTable bars={bars} />
    </>
  );
}

function ScaleLine({ y, isHidden, children }: { y: number; isHidden: boolean; children: string }) {
  return (
    <>
      <line x1="0" x2={plot.width} y1={y + 0.5} y2={y + 0.5} />
      {!isHidden && (
        <text x={plot.width + 6} y={y + 4}>
          {children}
        </text>
      )}
    </>
  );
}

/** Above its column, or left of one that reaches the top. */
function OpenLabel({ gap, isOver, y }: { gap: GapResource; isOver: boolean; y: number }) {
  const isHigh = y < plot.top + 14;
  return (
    <text
      className={isOver ? 'open over' : 'open'}
      x={isHigh ? plot.width - 12 : plot.width}
      y={isHigh ? plot.top + 10 : y - 5}
      textAnchor="end"
    >
      {inShort(gap.minutes)}
    </text>
  );
}

/** Each half day has the limit of its own hours: a flow is started more often in some than in others. */
function limitPath(bars: readonly Bar[], now: number, yOf: (minutes: number) => number): string {
  const width = step(bars.length);
  const first = bars.find(({ limit }) => limit !== null)?.limit ?? now;
  let [path, y] = [`M0 ${yOf(first)}`, yOf(first)];
  for (const [index, { limit }] of bars.entries()) {
    if (limit !== null) y = yOf(limit);
    path += `V${y}H${(index + 1) * width}`;
  }
  return path;
}

function gapText(t: Words<'alerts'>, { date_began: began, date_ended: ended, ...gap }: GapResource): string {
  const isSameDay = new Date(began).toDateString() === new Date(ended).toDateString();
  const span = {
    from: shortDateAndTime(began, Date.now()),
    to: isSameDay ? clockTime(ended) : shortDateAndTime(ended, Date.now()),
  };
  const size = { length: inWords(gap.minutes), multiple: numberText(Math.round(gap.multiple * 10) / 10) };
  return t(gap.is_least ? 'gaps.least' : 'gaps.gap', { ...span, ...size });
}

function GapTable({ bars }: { bars: readonly Bar[] }) {
  const t = useWords('alerts');
  return (
    <table className="vh">
      <caption>{t('gaps.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('gaps.columns.gap')}</th>
          <th scope="col">{t('gaps.columns.limit')}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(
          ({ id, gap, limit, isOver }) =>
            gap !== null && (
              <tr key={id}>
                <td>{gapText(t, gap)}</td>
                <td>{t(isOver ? 'gaps.over' : 'gaps.under', { limit: inWords(limit ?? 0) })}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
