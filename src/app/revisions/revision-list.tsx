/**
 * The revisions of a flow, newest first. Only the rows in sight are rendered, and further pages are loaded by scrolling.
 * The keys j and k move through them from anywhere on the page, Home and End within the list; Enter opens one.
 */

import { getRouteApi } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { HistoryEntry } from '#api/flows/history.ts';
import type { useHistory } from '../client/history.ts';
import { Button } from '../ui/button.tsx';
import { Count } from '../ui/count.tsx';
import { QueryList } from '../ui/query-list.tsx';
import { useVirtualRows } from '../ui/use-virtual-rows.ts';
import { useWords } from '../words/use-words.ts';
import { foldSaves, type HistoryRow } from './fold-saves.ts';
import { HistoryFilterButton, noFilters, useSetFilters } from './history-filters.tsx';
import { PublishStatus } from './publish-status.tsx';
import { RevisionRow } from './revision-row.tsx';
import { readFilters, type ShownRevisions } from './search-params.ts';
import './revision-list.css';

const route = getRouteApi('/shell/flows/$sid/history');

/** As the stylesheet has it. */
const rowHeight = 57;
/** Rows before the end at which the next page is loaded. */
const loadAhead = 30;

export type RevisionListProps = {
  list: ReturnType<typeof useHistory>;
  entries: readonly HistoryEntry[];
  newest: number | null;
  published: number | null;
  shown: ShownRevisions | null;
};

export function RevisionList({ list, entries, newest, published, shown }: RevisionListProps) {
  const t = useWords('history');
  const { sid } = route.useParams();
  const filterCount = Object.keys(readFilters(route.useSearch())).length;
  const setFilters = useSetFilters();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rows = foldSaves(entries, open, shown?.to ?? null);
  const toggle = (revision: number) =>
    setOpen((now) =>
      now.has(revision) ? new Set([...now].filter((each) => each !== revision)) : new Set(now).add(revision),
    );
  return (
    <aside className="revision-list" aria-label={t('revisions')}>
      <div className="hd">
        <h2>{t('revisions')}</h2>
        {newest !== null && <Count value={newest} />}
        <span className="grow" />
        <HistoryFilterButton entries={entries} />
      </div>
      <PublishStatus sid={sid} />
      {filterCount > 0 && (
        <p className="filter-note">
          <span className="grow">{t('filtersOn', { count: filterCount })}</span>
          <Button kind="ghost" onPress={() => setFilters(noFilters)}>
            {t('clearFilters')}
          </Button>
        </p>
      )}
      {entries.length === 0 ? (
        <div className="rows">
          <QueryList
            list={list}
            count={0}
            failedTitle={t('failed')}
            empty={<p className="none">{t(filterCount > 0 ? 'noneFound' : 'empty')}</p>}
            lines={8}
          >
            {null}
          </QueryList>
        </div>
      ) : (
        <Rows rows={rows} list={list} published={published} shown={shown} onToggle={toggle} />
      )}
    </aside>
  );
}

type RowsProps = Pick<RevisionListProps, 'list' | 'published' | 'shown'> & {
  rows: readonly HistoryRow[];
  onToggle(revision: number): void;
};

function Rows({ rows, list, published, shown, onToggle }: RowsProps) {
  const t = useWords('ui');
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, reveal } = useVirtualRows(scroller, { count: rows.length, rowHeight });
  const shownAt = rows.findIndex(({ entry }) => entry.revision === shown?.to);
  const { at: cursor, onKeyDown } = useRowKeys(scroller, { count: rows.length, start: shownAt, reveal });

  // A link may name a revision far down.
  const isKnown = shownAt >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another revision is shown
  useEffect(() => {
    if (isKnown) reveal(shownAt);
  }, [shown?.to, isKnown]);

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isNearEnd = end >= rows.length - loadAhead;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const indices = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
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
              key={row.entry.revision}
              data-index={index}
              style={{ top: index * rowHeight }}
              aria-setsize={hasNextPage ? -1 : rows.length}
              aria-posinset={index + 1}
            >
              <RevisionRow
                row={row}
                published={published}
                shown={shown}
                onToggle={() => onToggle(row.entry.revision)}
              />
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

const elsewhere =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

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
      const step = { j: 1, k: -1 }[event.key];
      const target = event.target instanceof Element ? event.target : null;
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(elsewhere)) return;
      event.preventDefault();
      moveTo((focusedIndex() ?? start) + step);
    };
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => press.current(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

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
