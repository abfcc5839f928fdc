/** Who has edited the flow since it was published, and what: all of it is published. */

import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type AuthorEdits, editsByAuthor } from '../../../changes/edits-by-author.ts';
import { useEditsSince } from '../../../client/edits.ts';
import { usePublishedEdit } from '../../../client/history.ts';
import { asTyped } from '../../../ui/as-typed.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useDocument } from '../../designer-context.tsx';
import { useUnpublished } from '../../unpublished/use-unpublished.ts';

/** Sentences of one author; the list of edits has all. */
const maxSentences = 4;

/** Of a flow that is stored on the server. */
export function PublishAuthors({ sid }: { sid: string }) {
  const t = useWords('edits');
  const { revision: published, state } = useUnpublished();
  const publishedEdit = usePublishedEdit(sid, published);
  const head = useDocument((state) => state.editor.confirmed.seq);
  const since = publishedEdit.data ?? null;
  const { edits, isComplete, isLoading, error } = useEditsSince(sid, since, head);
  const authors = useMemo(() => editsByAuthor(edits), [edits]);
  const failure = publishedEdit.error ?? (authors.length === 0 ? error : null);
  return (
    <section className="publish-part">
      <h3>{published === null ? t('editedBy') : t('editedSince', { revision: published })}</h3>
      {failure !== null ? (
        <ErrorState title={t('failed')} onRetry={() => void publishedEdit.refetch()}>
          {failure.message}
        </ErrorState>
      ) : isLoading ? (
        <Skeleton lines={2} />
      ) : (
        <Authors sid={sid} authors={authors} isComplete={isComplete} isChanged={state === 'changed'} />
      )}
    </section>
  );
}

type AuthorsProps = {
  sid: string;
  authors: readonly AuthorEdits[];
  isComplete: boolean;
  /** Something is not published, of any author. */
  isChanged: boolean;
};

function Authors({ sid, authors, isComplete, isChanged }: AuthorsProps) {
  const t = useWords('edits');
  if (authors.length === 0) return <p className="mut">{t(isChanged ? 'notKept' : 'noAuthors')}</p>;
  const hasOthers = authors.some(({ isOwn }) => !isOwn);
  return (
    <ul className="publish-authors">
      {authors.map(({ name, isOwn, count, sentences }) => (
        <li key={`${isOwn} ${name}`}>
          <b {...asTyped}>{name}</b>{' '}
          {`(${t('changes', { count })}): ${sentences.slice(0, maxSentences).join(' · ')}`}
          {sentences.length > maxSentences && ` ${t('more', { count: sentences.length - maxSentences })}`}
        </li>
      ))}
      <li>
        {`${t(hasOthers ? 'publishesAll' : 'onlyYou')} `}
        {!isComplete && `${t('olderEdits')} `}
        <Link to="/flows/$sid/history" params={{ sid }} search={{ list: 'edits' }}>
          {t('allEdits')}
        </Link>
      </li>
    </ul>
  );
}
