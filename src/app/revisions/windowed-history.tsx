/**
 * The rows of a list of the history. Only those in sight are rendered, and further pages are loaded by scrolling. The keys
 * j and k move through them from anywhere on the page, Home and End within the list; Enter opens one.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useWindowedRows } from '../ui/display/use-windowed-rows.ts';
import { keyOf, onPageKey } from '../ui/page-keys.ts';
import { useWords } from '../words/use-words.ts';
import './revision-list.css';

/** As the stylesheet has it. */
const rowHeight = 57;
/** Rows before the end at which the next page is loaded. */
const loadAhead = 30;

/** As much of a query in pages as the list needs. */
type PagedList = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
};

export type WindowedHistoryProps<Row> = {
  list: PagedList;
  rows: readonly Row[];
  keyOf(row: Row): number;
  /** The one that the page shows: it is scrolled into sight. */
  shown: Row | undefined;
  /** A row with one link. */
  children(row: Row): ReactNode;
};

export function WindowedHistory<Row>({ list, rows, keyOf, shown, children }: WindowedHistoryProps<Row>) {
  const t = useWords('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, reveal } = useWindowedRows({
    list: scroller,
    total: rows.length,
    keyOf: String,
    usualHeight: rowHeight,
  });
  const shownAt = shown === undefined ? -1 : rows.indexOf(shown);
  const { at: cursor, onKeyDown } = useRowKeys(scroller, { count: rows.length, start: shownAt, reveal });

  // A link may name a row far down.
  const shownKey = shown === undefined ? null : keyOf(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is shown
  useEffect(() => {
    if (shownKey !== null) reveal(shownAt);
  }, [shownKey]);

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isNearEnd = to >= rows.length - loadAhead;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const indices = Array.from({ length: to - from }, (_, index) => from + index);
  // What has the focus stays, wherever it was scrolled to.
  if (cursor !== null && cursor < rows.length && !indices.includes(cursor)) indices.push(cursor);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the list; the rows are links
    <div className="rows" ref={scroller} onKeyDown={onKeyDown}>
      <ul style={{ height: rows.length * rowHeight }}>
        {indices.map((index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={keyOf(row)}
              data-index={index}
              style={{ top: index * rowHeight }}
              aria-setsize={hasNextPage ? -1 : rows.length}
              aria-posinset={index + 1}
            >
              {children(row)}
            </li>
          );
        })}
      </ul>
      {hasNextPage && (isFetchingNextPage || isFetchNextPageError) && (
        <div className="load-more">
          <Button onPress={() => void fetchNextPage()} isBusy={isFetchingNextPage}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Moves the focus from row to row; `start` is where it begins, -1 for before the first. */
function useRowKeys(
  scroller: React.RefObject<HTMLElement | null>,
  { count, start, reveal }: { count: number; start: number; reveal(index: number): void },
) {
  // `n` counts the moves, so that a second one to the same row focuses it again.
  const [cursor, setCursor] = useState<{ at: number; n: number } | null>(null);
  const focusedIndex = () => {
    const row = document.activeElement?.closest<HTMLElement>('li[data-index]');
    return row && scroller.current?.contains(row) ? Number(row.dataset.index) : null;
  };
  const moveTo = (index: number) => {
    const at = Math.min(Math.max(index, 0), count - 1);
    reveal(at);
    setCursor((now) => ({ at, n: (now?.n ?? 0) + 1 }));
  };
  useEffect(() => {
    if (cursor === null) return;
    scroller.current?.querySelector<HTMLElement>(`li[data-index="${cursor.at}"] a`)?.focus();
  }, [scroller, cursor]);

  const press = useRef<(event: globalThis.KeyboardEvent) => void>(() => {});
  useEffect(() => {
    press.current = (event) => {
      const step = { j: 1, k: -1 }[keyOf(event)];
      if (step === undefined) return;
      event.preventDefault();
      moveTo((focusedIndex() ?? start) + step);
    };
  });
  useEffect(() => onPageKey((event) => press.current(event)), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const now = focusedIndex();
    if (now === null) return;
    const to = { Home: 0, End: count - 1, ArrowDown: now + 1, ArrowUp: now - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  };
  return { at: cursor?.at ?? null, onKeyDown };
}
