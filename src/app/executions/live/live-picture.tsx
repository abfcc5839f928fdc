/** The live picture of a flow: who waits where, which ways executions took, and where they fail. */

import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNewestAt } from '../../client/account-executions.ts';
import { useRevision } from '../../client/revisions.ts';
import { useTraffic } from '../../client/traffic.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numberText } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import './live-picture.css';
import { type TrafficCounts, trafficCounts } from './traffic-counts.ts';

const FlowCanvas = lazy(() =>
  import('../../canvas/flow-canvas.tsx').then((m) => ({ default: m.FlowCanvas })),
);

const periods = { hour: 1, day: 24, week: 168 } as const;
type Period = keyof typeof periods;

const nothingSelected = new Set<string>();

export function LivePicture({ sid, flowName }: { sid: string; flowName: string }) {
  const t = useWords('executions');
  const navigate = useNavigate();
  const [period, setPeriod] = useState<Period>('day');
  const [revision, setRevision] = useState('all');
  const [hovered, setHovered] = useState<string | null>(null);
  const traffic = useTraffic(sid, periods[period]);
  const drawn = useRevision(sid, revision === 'all' ? 'LatestRevision' : Number(revision));
  const definition = drawn.data?.definition ?? null;
  const counts = useMemo(
    () =>
      definition === null || traffic.data === undefined
        ? null
        : trafficCounts(traffic.data, definition, revision === 'all' ? null : Number(revision)),
    [traffic.data, definition, revision],
  );
  const newest = useNewestAt(sid, hovered);
  const revisions = [
    ...new Set(
      [...(traffic.data?.waiting ?? []), ...(traffic.data?.passed ?? [])].map((each) => each.revision),
    ),
  ].sort((a, b) => b - a);
  if (drawn.isError || traffic.isError) {
    const retry = () => void Promise.all([drawn.refetch(), traffic.refetch()]);
    return <ErrorState title={t('live.failedTitle')} onRetry={retry} />;
  }
  return (
    <section className="live-picture" aria-label={t('live.title')}>
      <div className="live-bar">
        <h2>{t('live.title')}</h2>
        <span className="mut" role="status">
          {counts === null ? '' : t('live.waiting', { count: counts.waitingInAll })}
        </span>
        <span className="grow" />
        <Select
          label={t('live.revision')}
          hideLabel
          size="sm"
          options={[
            { value: 'all', label: t('live.allRevisions') },
            ...revisions.map((each) => ({ value: String(each), label: t('revision', { revision: each }) })),
          ]}
          value={revision}
          onChange={setRevision}
        />
        <SegmentedControl<Period>
          label={t('live.period')}
          value={period}
          onChange={setPeriod}
          segments={(['hour', 'day', 'week'] as const).map((value) => ({
            value,
            label: t(`live.periods.${value}`),
          }))}
        />
      </div>
      {counts === null || definition === null ? (
        <Skeleton lines={4} />
      ) : (
        <div className="live-stage">
          <Suspense fallback={<Skeleton lines={4} />}>
            <FlowCanvas
              definition={definition}
              selected={nothingSelected}
              onSelect={() => {}}
              label={t('live.canvas', { name: flowName })}
              initialView="readable"
              traffic={{
                waiting: counts.waiting,
                passed: counts.passed,
                newest: new Map(hovered === null ? [] : [[hovered, newest]]),
                onHover: setHovered,
                onChoose: (widget) =>
                  void navigate({ to: '/executions', search: { flow: sid, widget, show: 'active' } }),
              }}
            />
          </Suspense>
        </div>
      )}
      {counts !== null && counts.failures.length > 0 && <Failures sid={sid} failures={counts.failures} />}
    </section>
  );
}

const shownFailures = 5;

function Failures({ sid, failures }: { sid: string; failures: TrafficCounts['failures'] }) {
  const t = useWords('executions');
  return (
    <div className="live-failures">
      <h3>{t('live.failures')}</h3>
      <ul>
        {failures.slice(0, shownFailures).map(({ widget, event, count }) => (
          <li key={`${widget} ${event}`}>
            <Link to="/executions" search={{ flow: sid, event }}>
              <b>{widget}</b> {event} <span className="num">{numberText(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
