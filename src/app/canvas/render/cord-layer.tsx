/** The mounted cords as SVG: each with its casing, so that at a crossing the upper one bridges the lower. */

import { memo } from 'react';
import { cordPath } from '../routing/cord-path.ts';
import type { Route, Routes } from '../routing/cord-router.ts';
import type { PathOverlay } from './path-overlay.ts';

export type CordStatus = 'off-path' | 'default' | 'upcoming' | 'visited';

/** The status of a cord on the path shown; `default` where no path is shown. */
export function cordStatus(pathOverlay: PathOverlay | null, id: string): CordStatus {
  if (pathOverlay === null) return 'default';
  return pathOverlay.cords.get(id) ?? 'off-path';
}

/** Statuses in the order in which they are drawn, the last on top. */
export const cordPaintOrder: readonly CordStatus[] = ['off-path', 'default', 'upcoming', 'visited'];
const classOf: { readonly [S in CordStatus]: string } = {
  'off-path': ' dim',
  default: '',
  upcoming: '',
  visited: ' vis',
};

type CordLayerProps = {
  routes: Routes;
  /** Cords in view, by viewport culling. */
  mounted: ReadonlySet<string>;
  /** Cords that are drawn with other routes meanwhile. */
  replaced: ReadonlySet<string>;
  pathOverlay: PathOverlay | null;
};

export const CordLayer = memo(function CordLayer({ routes, mounted, replaced, pathOverlay }: CordLayerProps) {
  const drawn: { id: string; status: CordStatus; route: Route }[] = [];
  for (const id of mounted) {
    const route = routes.get(id);
    if (route !== undefined && !replaced.has(id))
      drawn.push({ id, status: cordStatus(pathOverlay, id), route });
  }
  if (pathOverlay !== null)
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
