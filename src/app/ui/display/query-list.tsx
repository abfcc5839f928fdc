/** A list of query results in all its states: loading, failed, empty, filled, with more pages. */

import type { ReactNode } from 'react';
import { useWords } from '../../words/use-words.ts';
import { Button } from '../button.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import './query-list.css';

/** As much of a query as a list needs; the last three are those of one that comes in pages. */
export type ListQuery = {
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
  refetch(): unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?(): unknown;
};

export type QueryListProps = {
  list: ListQuery;
  /** How many there are; the rows are shown when there are any, whatever failed since. */
  count: number;
  /** What is said when they could not be loaded. */
  failedTitle: string;
  /** The empty state. */
  empty: ReactNode;
  /** Lines of the skeleton while it loads. */
  lines?: number;
  children?: ReactNode;
};

export function QueryList({ list, count, failedTitle, empty, lines = 3, children }: QueryListProps) {
  const t = useWords('ui');
  return (
    <>
      {list.isPending && <Skeleton lines={lines} />}
      {list.error !== null && count === 0 && (
        <ErrorState title={failedTitle} onRetry={() => void list.refetch()}>
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && count === 0 && empty}
      {count > 0 && children}
      {list.hasNextPage && (
        <div className="load-more">
          <Button onPress={() => void list.fetchNextPage?.()} isBusy={list.isFetchingNextPage === true}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}
