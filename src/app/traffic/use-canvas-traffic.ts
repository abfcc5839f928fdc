/** The counts of a flow as its canvas shows them, with where a click on them leads. */

import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Traffic } from '../canvas/canvas-props.ts';
import { useNewestAt } from '../client/executions/account-executions.ts';
import { useTraffic } from '../client/executions/traffic.ts';
import { type TrafficCounts, trafficCounts } from './traffic-counts.ts';

/** The hours of the periods to choose from; whole hours are counted, and the one that has begun. */
export const trafficPeriods = { hour: 1, day: 24, week: 168 } as const;
export type TrafficPeriod = keyof typeof trafficPeriods;

export type CanvasTrafficRequest = {
  /** The flow on the server; null while nothing is shown. */
  sid: string | null;
  period: TrafficPeriod;
  /** Null until it is loaded. */
  definition: FlowDefinition | null;
  /** Null for all revisions. */
  revision: number | null;
};

/** `counts` and `traffic` are null until both the definition and the counts are loaded. */
export function useCanvasTraffic({ sid, period, definition, revision }: CanvasTrafficRequest) {
  const navigate = useNavigate();
  const [hovered, setHovered] = useState<string | null>(null);
  const query = useTraffic(sid, trafficPeriods[period]);
  const newest = useNewestAt(sid ?? '', sid === null ? null : hovered);
  const counts = useMemo(
    (): TrafficCounts | null =>
      sid === null || definition === null || query.data === undefined
        ? null
        : trafficCounts(query.data, definition, revision),
    [sid, query.data, definition, revision],
  );
  const traffic = useMemo((): Traffic | null => {
    if (sid === null || counts === null) return null;
    const counted = { flow: sid, ...(revision !== null && { revision }) };
    return {
      waiting: counts.waiting,
      passed: counts.passed,
      newest: new Map(hovered === null ? [] : [[hovered, newest]]),
      onHover: setHovered,
      onChoose: (widget) =>
        void navigate({ to: '/executions', search: { ...counted, widget, show: 'active' } }),
      onChooseEvent: (event) => void navigate({ to: '/executions', search: { ...counted, event } }),
    };
  }, [sid, revision, counts, hovered, newest, navigate]);
  return { query, counts, traffic };
}
