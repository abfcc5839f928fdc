/** The revisions of a flow, newest first, page by page. The keys j and k move through them, Enter opens one. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { RevisionResource } from '#api/flows/resources.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { useRevisionDiff } from '../client/revisions.ts';
import { Count } from '../ui/count.tsx';
import { Dot } from '../ui/pill.tsx';
import { type ListQuery, QueryList } from '../ui/query-list.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useWords } from '../words/use-words.ts';
import type { ShownRevisions } from './search-params.ts';
import './revision-list.css';

const route = getRouteApi('/shell/flows/$sid/history');

export type RevisionListProps = {
  list: ListQuery;
  revisions: readonly RevisionResource[];
  published: number | null;
  shown: ShownRevisions | null;
};

export function RevisionList({ list, revisions, published, shown }: RevisionListProps) {
  const t = useWords('revisions');
  const rows = useRef<HTMLUListElement>(null);
  useRowKeys(rows);
  const newest = revisions[0]?.revision;
  return (
    <aside className="revision-list" aria-label={t('revisions')}>
      <div className="hd">
        <h2>{t('revisions')}</h2>
        {newest !== undefined && <Count value={newest} />}
      </div>
      <div className="rows">
        <QueryList
          list={list}
          count={revisions.length}
          failedTitle={t('historyFailed')}
          empty={<p className="none">{t('noRevisions')}</p>}
          lines={8}
        >
          <ul ref={rows}>
            {revisions.map((revision) => (
              <li key={revision.revision}>
                <Row revision={revision} published={published} shown={shown} />
              </li>
            ))}
          </ul>
        </QueryList>
      </div>
    </aside>
  );
}

type RowProps = { revision: RevisionResource; published: number | null; shown: ShownRevisions | null };

function Row({
  revision: { sid, revision, status, commit_message, date_created },
  published,
  shown,
}: RowProps) {
  const t = useWords('revisions');
  const search = route.useSearch();
  const isShown = shown?.to === revision;
  const isFrom = shown?.isComparison === true && shown.from === revision;
  return (
    <Link
      to="/flows/$sid/history"
      params={{ sid }}
      search={{ revision, ...(search.layout && { layout: search.layout }) }}
      className={isShown || isFrom ? 'row on' : 'row'}
      aria-current={isShown ? 'true' : undefined}
    >
      <StatusDot isPublished={revision === published} status={status} />
      <span className="no num">{revision}</span>
      <span className="grow">
        <span className="top">
          <span className="grow clip message">
            {commit_message || <GeneratedSummary sid={sid} revision={revision} />}
          </span>
          {isFrom && <span className="tag">{t('old')}</span>}
          {isShown && shown.isComparison && <span className="tag">{t('new')}</span>}
        </span>
        <span className="meta">
          <span>{statusText(t, { revision, published, status })}</span>
          <RelativeTime at={date_created} />
        </span>
      </span>
    </Link>
  );
}

function StatusDot({ isPublished, status }: { isPublished: boolean; status: RevisionResource['status'] }) {
  if (isPublished) return <Dot tone="live" />;
  return status === 'draft' ? <Dot mark="ring" tone="warn" /> : <Dot mark="ring" tone="neutral" />;
}

function statusText(
  t: ReturnType<typeof useWords<'revisions'>>,
  { revision, published, status }: { revision: number; published: number | null; status: string },
): string {
  if (revision === published) return t('published');
  return status === 'published' ? t('publishedBefore') : t('draft');
}

/** What changed against the revision before, for a revision without a message. */
function GeneratedSummary({ sid, revision }: { sid: string; revision: number }) {
  const t = useWords('revisions');
  const { data } = useRevisionDiff(sid, revision > 1 ? revision - 1 : null, revision);
  if (revision === 1) return <span className="mut">{t('firstRevision')}</span>;
  return <span className="mut">{data ? summarizeChanges(data.changes) : t('noMessage')}</span>;
}

/** Down by j, up by k, from anywhere on the page that takes no text. Enter is the link's own. */
function useRowKeys(rows: React.RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      const isElsewhere = at?.closest('input, textarea, [contenteditable], [role="dialog"], [role="menu"]');
      const step = { j: 1, k: -1 }[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      const links = [...(rows.current?.querySelectorAll<HTMLElement>('a') ?? [])];
      const focused = links.indexOf(document.activeElement as HTMLElement);
      const current = links.findIndex((link) => link.getAttribute('aria-current') === 'true');
      const next = links[(focused >= 0 ? focused : current) + step];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [rows]);
}
