/** The cords in view, as SVG: each with its casing, so that at a crossing the upper one bridges the lower. */

import { memo } from 'react';
import { cordPath } from '../routing/cord-path.ts';
import type { Route, Routes } from '../routing/cord-router.ts';
import type { PathOverlay } from './path-overlay.ts';

export type CordStatus = 'aside' | 'rest' | 'later' | 'visited';

/** How a cord looks on a path; `rest` where no path is shown. */
export function cordStatus(look: PathOverlay | null, id: string): CordStatus {
  if (look === null) return 'rest';
  return look.cords.get(id) ?? 'aside';
}

const paintOrder: readonly CordStatus[] = ['aside', 'rest', 'later', 'visited'];
const classOf: { readonly [T in CordStatus]: string } = {
  aside: ' dim',
  rest: '',
  later: '',
  visited: ' vis',
};

type CordLayerProps = {
  routes: Routes;
  /** Cords that exist as elements. */
  mounted: ReadonlySet<string>;
  /** Cords that are drawn elsewhere for now. */
  hidden: ReadonlySet<string>;
  pathOverlay: PathOverlay | null;
};

export const CordLayer = memo(function CordLayer({
  routes,
  mounted,
  hidden,
  pathOverlay: look,
}: CordLayerProps) {
  const drawn: { id: string; tier: CordStatus; route: Route }[] = [];
  for (const id of mounted) {
    const route = routes.get(id);
    if (route !== undefined && !hidden.has(id)) drawn.push({ id, tier: cordStatus(look, id), route });
  }
  if (look !== null) drawn.sort((a, b) => paintOrder.indexOf(a.tier) - paintOrder.indexOf(b.tier));
  return (
    <svg className="cords" aria-hidden>
      {drawn.map(({ id, tier, route }) => (
        <CordShape key={id} id={id} route={route} state={classOf[tier]} />
      ))}
    </svg>
  );
});

type CordShapeProps = { id: string; route: Route; state: string; halo?: boolean };

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
