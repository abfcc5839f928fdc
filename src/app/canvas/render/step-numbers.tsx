/** The numbers of the steps on the cords that an execution took. */

import { type CSSProperties, memo } from 'react';
import { longestSegmentMiddle } from '../routing/cord-path.ts';
import type { Routes } from '../routing/cord-router.ts';
import type { Overlay } from './overlay.ts';

const classOf = { done: '', current: ' at', upcoming: ' next' } as const;
/** Distance between numbers on one cord, in screen px. */
const spacing = 21;

export const StepNumbers = memo(function StepNumbers({
  overlay,
  routes,
}: {
  overlay: Overlay;
  routes: Routes;
}) {
  return [...overlay.stepMarks].flatMap(([id, marks]) => {
    const route = routes.get(id);
    if (route === undefined) return [];
    const { x, y } = longestSegmentMiddle(route);
    return marks.map(({ number, kind }, index) => (
      <span
        key={`${id} ${number}`}
        className={`stepno${classOf[kind]}`}
        style={
          {
            '--x': `${x}px`,
            '--y': `${y}px`,
            '--along': `${(index - (marks.length - 1) / 2) * spacing}px`,
          } as CSSProperties
        }
        aria-hidden
      >
        {number}
      </span>
    ));
  });
});
