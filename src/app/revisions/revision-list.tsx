/** The revisions of a flow, newest first. */

import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { HistoryEntry } from '#api/flows/history.ts';
import { type useHistory, usePublishedHistory } from '../client/history.ts';
import { Button } from '../ui/button.tsx';
import { QueryList } from '../ui/display/query-list.tsx';
import { i18n } from '../words/translator.ts';
import { useWords } from '../words/use-words.ts';
import { groupHistory } from './group-history.ts';
import { HistoryFilterButton, noFilters, useSetFilters } from './history-filters.tsx';
import { ListChoice } from './list-choice.tsx';
import { PublishStatus } from './publish-status.tsx';
import { RevisionRow } from './revision-row.tsx';
import { readFilters, type ShownRevisions } from './search-params.ts';
import { WindowedHistory } from './windowed-history.tsx';
import './revision-list.css';

const route = getRouteApi('/shell/flows/$sid/history');

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
  // In English the stored summaries are shown.
  const publishedOnes = usePublishedHistory(sid, i18n.language !== 'en');
  const known =
    publishedOnes.data?.pages.flatMap((page) => page.history) ?? (filterCount === 0 ? entries : []);
  const { hasNextPage, isFetchNextPageError, fetchNextPage } = publishedOnes;
  // They go back further than the list.
  const oldestKnown = known.at(-1)?.revision ?? 0;
  const isBehind =
    hasNextPage &&
    !isFetchNextPageError &&
    oldestKnown >= (entries.at(-1)?.revision ?? Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more after each page
  useEffect(() => {
    if (isBehind) void fetchNextPage();
  }, [isBehind, oldestKnown, fetchNextPage]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rows = groupHistory(entries, open, shown?.to ?? null);
  const toggle = (revision: number) =>
    setOpen((now) =>
      now.has(revision) ? new Set([...now].filter((each) => each !== revision)) : new Set(now).add(revision),
    );
  return (
    <aside className="revision-list" aria-label={t('revisions')}>
      <div className="hd">
        <h2 className="vh">{t('revisions')}</h2>
        <ListChoice chosen="revisions" revisions={newest} />
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
        <WindowedHistory
          list={list}
          rows={rows}
          keyOf={({ entry }) => entry.revision}
          shown={rows.find(({ entry }) => entry.revision === shown?.to)}
        >
          {(row) => (
            <RevisionRow
              row={row}
              summarizedFrom={
                summarizedFrom(row.entry, known) ?? (publishedOnes.isLoading || isBehind ? undefined : null)
              }
              published={published}
              shown={shown}
              onToggle={() => toggle(row.entry.revision)}
            />
          )}
        </WindowedHistory>
      )}
    </aside>
  );
}

/** As the server compares: a draft with the revision before, a published one with the one published before. */
function summarizedFrom({ revision, status }: HistoryEntry, all: readonly HistoryEntry[]): number | null {
  if (status === 'draft') return revision > 1 ? revision - 1 : null;
  const earlier = all.find((each) => each.revision < revision && each.status === 'published');
  return earlier?.revision ?? null;
}
