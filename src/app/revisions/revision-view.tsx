/** A revision, or the working copy, with what differs from another revision. */

import { getRouteApi } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { diff } from '#flow/diff/diff.ts';
import { ComparisonView } from '../changes/comparison-view.tsx';
import { DiscardChanges } from '../changes/discard-changes.tsx';
import { useWorkingCopy, useWorkingDefinition } from '../changes/working-copy.ts';
import { isNotFound } from '../client/request.ts';
import { useRevision } from '../client/revisions.ts';
import { ExecutionReplay } from '../replay/execution-replay.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import { RestoreChanges } from './restore-changes.tsx';
import type { ShownRevisions } from './search-params.ts';
import { useComparisonSearch } from './use-comparison-search.ts';
import './revision-view.css';

const route = getRouteApi('/shell/flows/$sid/history');

export type RevisionViewProps = { sid: string; flowName: string; shown: ShownRevisions };

export function RevisionView({ sid, flowName, shown: { from, to, isComparison } }: RevisionViewProps) {
  const t = useWords('revisions');
  const { openWorkingCopy } = route.useRouteContext();
  const search = useComparisonSearch();
  const isWorking = to === 'working';
  const earlier = useRevision(sid, from);
  const later = useRevision(sid, isWorking ? null : to);
  const workingCopy = useWorkingCopy(isWorking ? sid : null, openWorkingCopy);
  const workingDefinition = useWorkingDefinition(workingCopy.data);
  const after = isWorking ? workingDefinition : (later.data?.definition ?? null);
  const before = from === null ? after : (earlier.data?.definition ?? null);
  const compared = useMemo(() => comparisonOf(before, after), [before, after]);

  const failure = earlier.error ?? later.error ?? workingCopy.error;
  if (failure !== null) {
    return (
      <div className="stand-in">
        {isNotFound(failure) ? (
          <EmptyState icon={SearchX} title={t('notFoundTitle')}>
            {t('notFoundText')}
          </EmptyState>
        ) : (
          <ErrorState
            title={t('loadFailed')}
            onRetry={() =>
              void Promise.all([earlier, later, workingCopy].map((each) => each.isError && each.refetch()))
            }
          >
            {failure.message}
          </ErrorState>
        )}
      </div>
    );
  }
  if (compared === null) {
    return (
      <div className="stand-in">
        <Skeleton lines={6} />
      </div>
    );
  }
  const nameOf = (side: number | 'working') =>
    side === 'working' ? t('workingCopy') : t('revision', { revision: side });
  return (
    <ComparisonView
      {...compared}
      {...search}
      names={{ before: nameOf(from ?? to), after: nameOf(to) }}
      title={titleOf(t, from, to)}
      canvasLabel={
        isWorking
          ? t('canvasOfWorkingCopy', { name: flowName })
          : t('canvasOf', { revision: to, name: flowName })
      }
      emptyText={from === null ? t('firstRevisionText') : t('noChanges')}
      isMarked={from !== null}
      {...(from !== null && {
        actions: (chosen, clear) =>
          workingCopy.data === undefined ? (
            <RestoreChanges sid={sid} comparison={compared} from={from} chosen={chosen} onClear={clear} />
          ) : (
            <DiscardChanges
              workingCopy={workingCopy.data}
              comparison={compared}
              chosen={chosen}
              onClear={clear}
            />
          ),
      })}
    >
      {from !== null && isComparison && compared.diff.behaviour === 'changed' && (
        <ExecutionReplay sid={sid} before={compared.before} after={compared.after} />
      )}
    </ComparisonView>
  );
}

function titleOf(
  t: ReturnType<typeof useWords<'revisions'>>,
  from: number | null,
  to: number | 'working',
): string {
  if (from === null) return t('firstRevision');
  return to === 'working' ? t('betweenWorking', { from }) : t('between', { from, to });
}

function comparisonOf(before: FlowDefinition | null, after: FlowDefinition | null) {
  return before === null || after === null ? null : { before, after, diff: diff(before, after) };
}
