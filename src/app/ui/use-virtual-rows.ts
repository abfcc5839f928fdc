/** Virtual scrolling: which rows of equal height are in sight, so that a long list renders only those. */

import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows beyond each edge, so that scrolling shows no gaps. */
const overscan = 8;

export type VirtualRows = {
  /** Indices of the rows to render: from `first` up to, not including, `end`. */
  first: number;
  end: number;
  /** Scrolls a row into sight by as little as possible. */
  reveal(index: number): void;
};

/** `scrollerRef` is the element that scrolls; its rows begin at its upper edge and are `rowHeight` px high. */
export function useVirtualRows(
  scrollerRef: RefObject<HTMLElement | null>,
  { count, rowHeight }: { count: number; rowHeight: number },
): VirtualRows {
  const [view, setView] = useState({ top: 0, height: 0 });
  useEffect(() => {
    const element = scrollerRef.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [scrollerRef]);
  const reveal = useCallback(
    (index: number) => {
      const element = scrollerRef.current;
      if (element === null) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTo({ top });
      const beyond = top + rowHeight - (element.scrollTop + element.clientHeight);
      if (beyond > 0) element.scrollBy({ top: beyond });
    },
    [scrollerRef, rowHeight],
  );
  return {
    first: Math.max(0, Math.floor(view.top / rowHeight) - overscan),
    end: Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + overscan),
    reveal,
  };
}
