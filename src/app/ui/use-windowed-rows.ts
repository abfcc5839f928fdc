/**
 * Virtual scrolling of rows of unequal heights: only those in view are rendered, and measured as they are. For rows of
 * equal height there is `use-virtual-rows.ts`.
 */

import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { type RowWindow, rowOffsets, rowWindow } from './windowed-rows.ts';

/** Of a list with at most this many rows all are drawn: it is searched and printed as a whole. */
const maxRowsDrawn = 80;
const spareRows = 12;

export type WindowedRowsOptions = {
  list: RefObject<HTMLElement | null>;
  total: number;
  /** What keeps a measured height when other rows are inserted before it; a row has it as `data-row`. */
  keyOf(index: number): string;
  /** The height in px of a row that was never drawn. */
  usualHeight: number;
};

export type WindowedRows = RowWindow & {
  /** Scrolls as little as is needed to have that row in view. */
  reveal(index: number): void;
};

/** The list scrolls in itself, or in the nearest element around it that scrolls. */
export function useWindowedRows({ list, total, keyOf, usualHeight }: WindowedRowsOptions): WindowedRows {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [view, setView] = useState({ top: 0, bottom: 0 });
  const offsets = useMemo(
    () => rowOffsets(total, (index) => heights.get(keyOf(index)) ?? usualHeight),
    [total, heights, keyOf, usualHeight],
  );
  const look = useCallback(() => {
    const element = list.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    const top = scroller.scrollTop - placeIn(scroller, element);
    const bottom = top + scroller.clientHeight;
    setView((now) => (now.top === top && now.bottom === bottom ? now : { top, bottom }));
  }, [list]);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    const measure = () => {
      look();
      setHeights((now) => withMeasured(now, element));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    observer.observe(element);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [list, look]);

  const window =
    total <= maxRowsDrawn
      ? { from: 0, to: total, above: 0, below: 0 }
      : rowWindow(offsets, view.top, view.bottom, spareRows);
  // Rows that came into view have their own heights; the effect is over when all are known.
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && total > maxRowsDrawn) setHeights((now) => withMeasured(now, element));
  });

  const reveal = useCallback(
    (index: number) => {
      const element = list.current;
      if (element === null) return;
      const scroller = scrollerOf(element);
      const before = placeIn(scroller, element);
      const [top, bottom] = [before + (offsets[index] ?? 0), before + (offsets[index + 1] ?? 0)];
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + scroller.clientHeight)
        scroller.scrollTop = bottom - scroller.clientHeight;
    },
    [list, offsets],
  );
  return { ...window, reveal };
}

function withMeasured(known: ReadonlyMap<string, number>, list: HTMLElement): ReadonlyMap<string, number> {
  const changed = new Map<string, number>();
  for (const row of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    const { row: key = '' } = row.dataset;
    if (known.get(key) !== row.offsetHeight) changed.set(key, row.offsetHeight);
  }
  return changed.size === 0 ? known : new Map([...known, ...changed]);
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = element; each !== null; each = each.parentElement) {
    const { overflowY } = getComputedStyle(each);
    if (overflowY === 'auto' || overflowY === 'scroll') return each;
  }
  return document.documentElement;
}

/** Where the rows begin in the content of what scrolls, in px. */
function placeIn(scroller: HTMLElement, list: HTMLElement): number {
  if (scroller === list) return Number.parseFloat(getComputedStyle(list).paddingTop) || 0;
  return list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
