/** The live picture of a flow: who waits where, which ways executions took, and where they fail. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSubflowNames } from '../../client/flows.ts';
import { useRevision } from '../../client/revisions.ts';
import type { TrafficCounts } from '../../traffic/traffic-counts.ts';
import { TrafficPeriodChoice } from '../../traffic/traffic-period.tsx';
import { type TrafficPeriod, useCanvasTraffic } from '../../traffic/use-canvas-traffic.ts';
import { WaitingElsewhere } from '../../traffic/waiting-elsewhere.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { numberText } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import { useChangeSearch } from '../use-change-search.ts';
import './live-picture.css';

const FlowCanvas = lazy(() =>
  import('../../canvas/flow-canvas.tsx').then((m) => ({ default: m.FlowCanvas })),
);

const route = getRouteApi('/shell/flows/$sid/executions');
const allRevisions = 'all';
const nothingSelected = new Set<string>();

export function LivePicture({ sid, flowName }: { sid: string; flowName: string }) {
  const t = useWords('executions');
  const live = useWords('livePicture');
  const [period, setPeriod] = useState<TrafficPeriod>('day');
  const { revision = null } = route.useSearch();
  const changeSearch = useChangeSearch();
  const setRevision = (value: string) =>
    changeSearch(
      ({ revision: _, ...rest }) => ({ ...rest, ...(value !== allRevisions && { revision: Number(value) }) }),
      { replace: true },
    );
  const drawn = useRevision(sid, revision ?? 'LatestRevision');
  const definition = drawn.data?.definition ?? null;
  const flowNames = useSubflowNames(definition);
  const { query, counts, traffic } = useCanvasTraffic({
    ...{ sid, period, definition, revision },
  });
  const revisions = [
    ...new Set([
      ...[...(query.data?.waiting ?? []), ...(query.data?.passed ?? [])].map((each) => each.revision),
      ...(revision === null ? [] : [revision]),
    ]),
  ].sort((a, b) => b - a);
  if (drawn.isError || query.isError) {
    const retry = () => void Promise.all([drawn.refetch(), query.refetch()]);
    return <ErrorState title={live('failedTitle')} onRetry={retry} />;
  }
  return (
    <section className="live-picture" aria-label={live('title')}>
      <div className="live-bar">
        <h2>{live('title')}</h2>
        <span className="mut" role="status">
          {counts === null ? '' : live('waiting', { count: counts.waitingInAll })}
        </span>
        {counts !== null && <WaitingElsewhere sid={sid} elsewhere={counts.elsewhere} />}
        <span className="grow" />
        <Select
          label={live('revision')}
          hideLabel
          size="sm"
          options={[
            { value: allRevisions, label: live('allRevisions') },
            ...revisions.map((each) => ({ value: String(each), label: t('revision', { revision: each }) })),
          ]}
          value={revision === null ? allRevisions : String(revision)}
          onChange={setRevision}
        />
        <TrafficPeriodChoice value={period} onChange={setPeriod} />
      </div>
      {counts === null || definition === null ? (
        <Skeleton lines={4} />
      ) : (
        <div className="live-stage">
          <Suspense fallback={<Skeleton lines={4} />}>
            <FlowCanvas
              definition={definition}
              flowNames={flowNames}
              selected={nothingSelected}
              onSelect={() => {}}
              label={live('canvas', { name: flowName })}
              initialView="readable"
              traffic={traffic ?? undefined}
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
  const live = useWords('livePicture');
  return (
    <div className="live-failures">
      <h3>{live('failures')}</h3>
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
