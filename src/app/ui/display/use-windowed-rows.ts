/**
 * Virtual scrolling: only the rows in view and some around them are rendered. Those that have `data-row` are measured as
 * they are; without it all are as high as is usual.
 */

import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

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

/** Rows from `from` to before `to` are drawn, with empty space of so many px above and below them. */
export type RowWindow = { from: number; to: number; above: number; below: number };

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
  const place = useRef<Place | null>(null);
  const look = useCallback(() => {
    if (place.current === null) return;
    const { scroller, before } = place.current;
    const top = scroller.scrollTop - before;
    const bottom = top + scroller.clientHeight;
    setView((now) => (now.top === top && now.bottom === bottom ? now : { top, bottom }));
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    const measure = () => {
      place.current = { scroller, before: placeIn(scroller, element) };
      look();
    };
    measure();
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
  useRowHeights(list, total > maxRowsDrawn, setHeights);

  const reveal = useCallback(
    (index: number) => {
      if (place.current === null) return;
      const { scroller, before } = place.current;
      const [top, bottom] = [before + (offsets[index] ?? 0), before + (offsets[index + 1] ?? 0)];
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (bottom > scroller.scrollTop + scroller.clientHeight)
        scroller.scrollTop = bottom - scroller.clientHeight;
    },
    [offsets],
  );
  return { ...window, reveal };
}

/** What scrolls, and where the rows begin in its content, in px. */
type Place = { scroller: HTMLElement; before: number };

/** Notes the heights of drawn rows as the browser reports them: asking for them would lay the page out each time. */
function useRowHeights(
  list: RefObject<HTMLElement | null>,
  isWanted: boolean,
  setHeights: Dispatch<SetStateAction<ReadonlyMap<string, number>>>,
): void {
  const observer = useRef<ResizeObserver>(undefined);
  const observed = useRef(new Set<Element>());
  useLayoutEffect(() => {
    observer.current = new ResizeObserver((entries) => setHeights((now) => withMeasured(now, entries)));
    observed.current.clear();
    return () => observer.current?.disconnect();
  }, [setHeights]);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || !isWanted) return;
    const rows = new Set(element.querySelectorAll(':scope > [data-row]'));
    for (const row of observed.current) if (!rows.has(row)) observer.current?.unobserve(row);
    for (const row of rows) if (!observed.current.has(row)) observer.current?.observe(row);
    observed.current = rows;
  });
}

function withMeasured(
  known: ReadonlyMap<string, number>,
  entries: readonly ResizeObserverEntry[],
): ReadonlyMap<string, number> {
  const changed = new Map<string, number>();
  for (const { target, borderBoxSize } of entries) {
    const key = target instanceof HTMLElement ? target.dataset.row : undefined;
    const height = borderBoxSize[0]?.blockSize ?? 0;
    if (key !== undefined && target.isConnected && known.get(key) !== height) changed.set(key, height);
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

/** The distance in px from the first row to each row, and at the end to behind the last. */
export function rowOffsets(total: number, heightOf: (index: number) => number): number[] {
  const offsets = [0];
  for (let index = 0; index < total; index += 1) offsets.push((offsets[index] ?? 0) + heightOf(index));
  return offsets;
}

/** The rows that touch the view from `top` to `bottom`, both in px from the first row, and `spare` rows at each side. */
export function rowWindow(offsets: readonly number[], top: number, bottom: number, spare: number): RowWindow {
  const total = offsets.length - 1;
  const from = Math.max(0, rowAt(offsets, top) - spare);
  const to = Math.min(total, rowAt(offsets, bottom) + 1 + spare);
  const end = offsets[total] ?? 0;
  return { from, to, above: offsets[from] ?? 0, below: end - (offsets[to] ?? end) };
}

/** The row that a place in px lies in; the nearest when it lies in none. */
function rowAt(offsets: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
