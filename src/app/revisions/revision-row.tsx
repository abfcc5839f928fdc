/** One revision in the history: number, message or summary, status, author, source and time. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { HistoryEntry } from '#api/flows/history.ts';
import { useRevisionDiff } from '../client/revisions.ts';
import { Avatar } from '../people/avatar.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { Dot } from '../ui/marks/pill.tsx';
import { RelativeTime } from '../ui/marks/relative-time.tsx';
import { changeSummary } from '../words/change-sentence.ts';
import { i18n } from '../words/translator.ts';
import { useWords } from '../words/use-words.ts';
import { useAuthorName } from './author.ts';
import type { HistoryRow } from './group-history.ts';
import type { ShownRevisions } from './search-params.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type RevisionRowProps = {
  row: HistoryRow;
  /** The revision whose difference to this one is its summary; null where there is none here, undefined until that is known. */
  summarizedFrom: number | null | undefined;
  published: number | null;
  shown: ShownRevisions | null;
  onToggle(): void;
};

export function RevisionRow({ row, summarizedFrom, published, shown, onToggle }: RevisionRowProps) {
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
              <Message sid={sid} entry={entry} from={summarizedFrom} />
            </span>
            {isFrom && <span className="tag">{t('old')}</span>}
            {isShown && shown.isComparison && <span className="tag">{t('new')}</span>}
          </span>
          <span className="meta">
            {entry.author_name !== null && entry.key === null && (
              <Avatar sid={entry.author_sid} name={entry.author_name} />
            )}
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

/**
 * The message; without one the summary that was made when it was stored. That is English: in another language it is made
 * again, unless there is no revision that it compares with.
 */
function Message({
  sid,
  entry,
  from,
}: {
  sid: string;
  entry: HistoryEntry;
  from: number | null | undefined;
}) {
  const t = useWords('history');
  const { revision, message, summary, source } = entry;
  if (message) return message;
  if (summary !== null && i18n.language !== 'en' && from === undefined) return null;
  if (summary !== null && (i18n.language === 'en' || from === null))
    return <span className="mut">{summary}</span>;
  if (revision === 1) return <span className="mut">{t('firstRevision')}</span>;
  // Of revisions from before summaries were stored, which have no source either.
  if (summary !== null || source === null)
    return (
      <ComputedSummary
        sid={sid}
        from={from ?? revision - 1}
        to={revision}
        otherwise={summary ?? t('noMessage')}
      />
    );
  return <span className="mut">{t('noMessage')}</span>;
}

type ComputedSummaryProps = { sid: string; from: number; to: number; otherwise: string };

function ComputedSummary({ sid, from, to, otherwise }: ComputedSummaryProps) {
  const { data, isError } = useRevisionDiff(sid, from, to);
  // Not the other language first, for as long as it is made.
  return <span className="mut">{data ? changeSummary(data.changes) : isError && otherwise}</span>;
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
