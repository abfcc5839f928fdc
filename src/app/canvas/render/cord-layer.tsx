/** The mounted cords as SVG: each with its casing, so that at a crossing the upper one bridges the lower. */

import { memo } from 'react';
import { cordPath } from '../routing/cord-path.ts';
import type { Route, Routes } from '../routing/cord-router.ts';
import type { Overlay } from './overlay.ts';

export type CordStatus = 'faded' | 'default' | 'upcoming' | 'visited' | 'removed' | 'added';

/** The status of a cord on the path or in the comparison that is shown; `default` where none is. */
export function cordStatus(overlay: Overlay | null, id: string): CordStatus {
  if (overlay === null) return 'default';
  return overlay.cords.get(id) ?? 'faded';
}

/** Statuses in the order in which they are drawn, the last on top. */
export const cordPaintOrder: readonly CordStatus[] = [
  'faded',
  'default',
  'upcoming',
  'visited',
  'removed',
  'added',
];
const classOf: { readonly [S in CordStatus]: string } = {
  faded: ' dim',
  default: '',
  upcoming: '',
  visited: ' vis',
  removed: ' gone',
  added: ' new',
};

type CordLayerProps = {
  routes: Routes;
  /** Cords in view, by viewport culling. */
  mounted: ReadonlySet<string>;
  /** Cords that are drawn with other routes meanwhile. */
  replaced: ReadonlySet<string>;
  overlay: Overlay | null;
};

export const CordLayer = memo(function CordLayer({ routes, mounted, replaced, overlay }: CordLayerProps) {
  const drawn: { id: string; status: CordStatus; route: Route }[] = [];
  for (const id of mounted) {
    const route = routes.get(id);
    if (route !== undefined && !replaced.has(id)) drawn.push({ id, status: cordStatus(overlay, id), route });
  }
  if (overlay !== null)
    drawn.sort((a, b) => cordPaintOrder.indexOf(a.status) - cordPaintOrder.indexOf(b.status));
  return (
    <svg className="cords" aria-hidden>
      {drawn.map(({ id, status, route }) => (
        <CordShape key={id} id={id} route={route} state={classOf[status]} />
      ))}
    </svg>
  );
});

type CordShapeProps = { id: string; route: Route; state: string; halo?: boolean };

/** One cord: casing, halo when hovered, line and arrowhead. */
export const CordShape = memo(function CordShape({ id, route, state, halo = false }: CordShapeProps) {
  const { line, arrow, casing } = cordPath(route);
  return (
    <g data-cord={id}>
      <path className="e-case" d={line} strokeDasharray={casing} />
      {halo && <path className="e-halo" d={line} />}
      <path className={`e${state}`} d={line} />
      <path className={`e-arrow${state}`} d={arrow} />
    </g>
  );
});
