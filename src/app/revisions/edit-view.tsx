/** The working copy as it was after some edits, with what they changed. */

import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { diff } from '#flow/diff/diff.ts';
import { ComparisonView } from '../changes/comparison-view.tsx';
import { useCopyAfter } from '../client/edits.ts';
import { RequestError } from '../client/request.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import type { EditRange } from './search-params.ts';
import { useComparisonSearch } from './use-comparison-search.ts';

export type EditViewProps = { sid: string; flowName: string; shown: EditRange };

export function EditView({ sid, flowName, shown: { first, last } }: EditViewProps) {
  const t = useWords('edits');
  const search = useComparisonSearch();
  const earlier = useCopyAfter(sid, first - 1);
  const later = useCopyAfter(sid, last);
  const [before, after] = [earlier.data?.definition, later.data?.definition];
  const changes = useMemo(() => before && after && diff(before, after), [before, after]);
  const failure = earlier.error ?? later.error;
  if (failure !== null) {
    const isGone = failure instanceof RequestError && failure.status === 409;
    const retry = () =>
      void Promise.all([earlier, later].map((each) => (each.isError ? each.refetch() : undefined)));
    return (
      <div className="stand-in">
        {isGone ? (
          <EmptyState icon={SearchX} title={t('goneTitle')}>
            {t('goneText')}
          </EmptyState>
        ) : (
          <ErrorState title={t('loadFailed')} onRetry={retry}>
            {failure.message}
          </ErrorState>
        )}
      </div>
    );
  }
  if (before === undefined || after === undefined || changes === undefined) {
    return (
      <div className="stand-in">
        <Skeleton lines={6} />
      </div>
    );
  }
  return (
    <ComparisonView
      {...search}
      before={before}
      after={after}
      diff={changes}
      names={{ before: t('before'), after: t('after') }}
      title={first === last ? t('edit', { edit: last }) : t('range', { first, last })}
      canvasLabel={t('canvasOf', { name: flowName, edit: last })}
      emptyText={t('noChanges')}
      isMarked
    />
  );
}
