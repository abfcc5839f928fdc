/** What a drawing of cords must not have: segments behind cards, and shared lanes. For tests. */

import type { Box } from '../box.ts';
import { type Route, type Routes, routePolyline } from '../routing/cord-router.ts';

export type RouteSegment = {
  route: Route;
  horizontal: boolean;
  line: number;
  from: number;
  to: number;
  last: boolean;
};

/** The segments of all routes. */
export function segmentsOf(routes: Routes): RouteSegment[] {
  return [...routes.values()].flatMap((route) => {
    const points = routePolyline(route);
    return points.slice(1).map(([x, y], index): RouteSegment => {
      const [px, py] = points[index] ?? [x, y];
      const horizontal = py === y && px !== x;
      const [from, to] = horizontal ? [px, x] : [py, y];
      const last = index === points.length - 2;
      return {
        route,
        horizontal,
        line: horizontal ? y : x,
        from: Math.min(from, to),
        to: Math.max(from, to),
        last,
      };
    });
  });
}

/** True when a segment runs behind a card. */
export function crossesCard(segment: RouteSegment, { x, y, width, height }: Box): boolean {
  const [across, along] = segment.horizontal
    ? [
        [y, y + height],
        [x, x + width],
      ]
    : [
        [x, x + width],
        [y, y + height],
      ];
  const [low = 0, high = 0] = across ?? [];
  const [start = 0, end = 0] = along ?? [];
  return (
    segment.line > low + 1 &&
    segment.line < high - 1 &&
    Math.min(segment.to, end) - Math.max(segment.from, start) > 1
  );
}

export function overlaps(routes: Routes): string[] {
  const segments = segmentsOf(routes);
  return segments.flatMap((one, index) =>
    segments.slice(index + 1).flatMap((other) => {
      if (one.route === other.route || one.horizontal !== other.horizontal) return [];
      if (one.last && other.last && one.route.to === other.route.to) return [];
      const overlap = Math.min(one.to, other.to) - Math.max(one.from, other.from);
      return Math.abs(one.line - other.line) < 1 && overlap > 1
        ? [`${one.route.id} and ${other.route.id}`]
        : [];
    }),
  );
}
