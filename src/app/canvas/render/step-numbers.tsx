/** The numbers of the steps on the cords that an execution took. */

import { type CSSProperties, memo } from 'react';
import { longestSegmentMiddle } from '../routing/cord-path.ts';
import type { Routes } from '../routing/cord-router.ts';
import type { Overlay } from './overlay.ts';

const classOf = { done: '', current: ' at', upcoming: ' next', more: ' next' } as const;
/** Width of a number on a cord with its distance to the next, in screen px, by its length. */
const widthOf = (text: string) => Math.max(18, 8 + text.length * 6.5) + 3;

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
    const texts = marks.map(({ number, kind }) => (kind === 'more' ? `+${number}` : String(number)));
    const total = texts.reduce((sum, text) => sum + widthOf(text), 0);
    let left = -total / 2;
    return texts.map((text, index) => {
      const along = left + widthOf(text) / 2;
      left += widthOf(text);
      return (
        <span
          // By place: while one walks through the steps only the texts change.
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a cord have no other identity
          key={`${id} ${index}`}
          className={`stepno${classOf[marks[index]?.kind ?? 'done']}`}
          style={{ '--x': `${x}px`, '--y': `${y}px`, '--along': `${along}px` } as CSSProperties}
          aria-hidden
        >
          {text}
        </span>
      );
    });
  });
});
