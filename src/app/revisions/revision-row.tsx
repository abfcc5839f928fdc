/** One revision in the history: number, message or summary, status, author, source and time. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { HistoryEntry } from '#api/flows/history.ts';
import { summarizeChanges } from '#flow/diff/summarize-changes.ts';
import { useRevisionDiff } from '../client/revisions.ts';
import { Icon } from '../ui/icon.tsx';
import { Dot } from '../ui/pill.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { useWords } from '../words/use-words.ts';
import { useAuthorName } from './author.ts';
import type { HistoryRow } from './fold-saves.ts';
import type { ShownRevisions } from './search-params.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type RevisionRowProps = {
  row: HistoryRow;
  published: number | null;
  shown: ShownRevisions | null;
  onToggle(): void;
};

export function RevisionRow({ row, published, shown, onToggle }: RevisionRowProps) {
  const t = useWords('history');
  const { entry, saves, isOpen, isFolded } = row;
  const { revision, status, date_created } = entry;
  const { sid } = route.useParams();
  const { compare: _, ...search } = route.useSearch();
  const isShown = shown?.to === revision;
  const isFrom = shown?.isComparison === true && shown.from === revision;
  const isPublished = revision === published;
  return (
    <div className={`row${isShown || isFrom ? ' on' : ''}${isFolded ? ' folded' : ''}`}>
      <Link
        to="/flows/$sid/history"
        params={{ sid }}
        search={{ ...search, revision }}
        aria-current={isShown ? 'true' : undefined}
      >
        <Dot mark={isPublished ? 'dot' : 'ring'} tone={toneOf(status, isPublished)} />
        <span className="no num">{revision}</span>
        <span className="grow">
          <span className="top">
            <span className="grow clip message">
              <Message sid={sid} entry={entry} />
            </span>
            {isFrom && <span className="tag">{t('old')}</span>}
            {isShown && shown.isComparison && <span className="tag">{t('new')}</span>}
          </span>
          <span className="meta">
            <span className="grow clip">
              <Origin entry={entry} isPublished={isPublished} />
            </span>
            <RelativeTime at={date_created} className="nowrap" />
          </span>
        </span>
      </Link>
      {saves > 0 && (
        <button type="button" className="fold" aria-expanded={isOpen} onClick={onToggle}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={12} />
          <span aria-hidden>{saves}</span>
          <span className="vh">{t('earlierSaves', { count: saves })}</span>
        </button>
      )}
    </div>
  );
}

function toneOf(status: HistoryEntry['status'], isPublished: boolean): 'live' | 'warn' | 'neutral' {
  if (isPublished) return 'live';
  return status === 'draft' ? 'warn' : 'neutral';
}

/** The message; without one the summary that was made when it was stored. */
function Message({ sid, entry }: { sid: string; entry: HistoryEntry }) {
  const t = useWords('history');
  const { revision, message, summary, source } = entry;
  if (message) return message;
  if (summary !== null) return <span className="mut">{summary}</span>;
  if (revision === 1) return <span className="mut">{t('firstRevision')}</span>;
  // Of revisions from before summaries were stored, which have no source either.
  if (source === null) return <ComputedSummary sid={sid} revision={revision} />;
  return <span className="mut">{t('noMessage')}</span>;
}

function ComputedSummary({ sid, revision }: { sid: string; revision: number }) {
  const t = useWords('history');
  const { data } = useRevisionDiff(sid, revision - 1, revision);
  return <span className="mut">{data ? summarizeChanges(data.changes) : t('noMessage')}</span>;
}

/** `Published · Deploy · Command line`. */
function Origin({ entry, isPublished }: { entry: HistoryEntry; isPublished: boolean }) {
  const t = useWords('history');
  const nameOf = useAuthorName();
  const { status, source, source_revision: revision } = entry;
  const statusText = isPublished ? t('published') : t(status === 'published' ? 'publishedBefore' : 'draft');
  const sourceText =
    source === null
      ? null
      : source === 'restore' || source === 'roll-back'
        ? t(source, { revision: revision ?? '' })
        : t(source);
  return [statusText, nameOf(entry), sourceText].filter((text) => text !== null).join(' · ');
}
