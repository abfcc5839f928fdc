/** The camera's room: the part of a canvas that nothing floats over. Each thing that floats stands in a lane at one side. */

import type { Box } from '../box.ts';
import type { ScreenSize } from './viewport.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;

type Side = (typeof sides)[number];

/** Something that floats over the canvas: its lane, and where it is, in px from the canvas's top left corner. */
export type Floating = { side: Side; box: Box };

/** What is brought into view keeps this distance from the edges of the canvas, in px. */
const margin = 48;
/** And this one from what floats. */
const clearance = 16;
/** Less room is none: then what floats at both of its sides covers it after all. */
const least = { width: 240, height: 160 };

/** The room in px from the canvas's top left corner. Linear in the number of things that float. */
export function roomBeside(screen: ScreenSize, floating: readonly Floating[]): Box {
  const inset = (side: Side) =>
    floating.reduce(
      (most, each) => (each.side === side ? Math.max(most, depth(each, screen) + clearance) : most),
      margin,
    );
  const [left, width] = rangeBetween(inset('left'), inset('right'), screen.width, least.width);
  const [top, height] = rangeBetween(inset('top'), inset('bottom'), screen.height, least.height);
  return { x: left, y: top, width, height };
}

/** How far it reaches into the canvas from its side. */
function depth({ side, box }: Floating, { width, height }: ScreenSize): number {
  switch (side) {
    case 'top':
      return box.y + box.height;
    case 'right':
      return width - box.x;
    case 'bottom':
      return height - box.y;
    case 'left':
      return box.x + box.width;
  }
}

/** Where a range begins, and its length. */
function rangeBetween(before: number, after: number, whole: number, needed: number): [number, number] {
  if (whole - before - after >= needed) return [before, whole - before - after];
  const edge = Math.min(margin, whole / 4);
  return [edge, whole - 2 * edge];
}

/** What floats over a canvas now: elements of the page with a `data-lane`, which names the side. */
export function floatingOver(canvas: Element): Floating[] {
  const area = canvas.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>('[data-lane]')].flatMap((element) => {
    const side = sides.find((each) => each === element.dataset.lane);
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isOver =
      width * height > 0 &&
      left < area.right &&
      right > area.left &&
      top < area.bottom &&
      bottom > area.top &&
      element.checkVisibility({ visibilityProperty: true });
    if (side === undefined || !isOver) return [];
    return [{ side, box: { x: left - area.left, y: top - area.top, width, height } }];
  });
}
