/** Which active executions a publish affects, and what becomes of them. */

import type { PublishImpact } from '#api/flows/schemas.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import './changes.css';

export type PublishImpactTextProps = {
  impact: { data: PublishImpact | undefined; error: Error | null; refetch(): unknown };
  /**
   * Widgets that differ, of content that the server does not have yet: then the counts by widget are not known. Left
   * out, `impact` is that of the content to publish.
   */
  unsavedWidgets?: readonly string[];
};

export function PublishImpactText({
  impact: { data, error, refetch },
  unsavedWidgets,
}: PublishImpactTextProps) {
  const t = useWords('revisions');
  if (data === undefined) {
    return error === null ? (
      <Skeleton lines={2} />
    ) : (
      <ErrorState title={t('impactFailed')} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  const { active, by_revision, waiting } = data;
  if (active === 0) return <p>{t('noneActive')}</p>;
  return (
    <>
      <p>
        {t('active', { count: active })}{' '}
        <span className="mut">
          {by_revision
            .map(({ revision, executions }) => t('byRevision', { revision, count: executions }))
            .join(' · ')}
        </span>
      </p>
      {unsavedWidgets === undefined ? (
        <ul className="change-sentences">
          {waiting.map(({ widget, change, executions }) => (
            <li key={`${change} ${widget}`}>
              {t(change === 'removed' ? 'waitingRemoved' : 'waitingAltered', { widget, count: executions })}
            </li>
          ))}
        </ul>
      ) : (
        unsavedWidgets.length > 0 && <p>{t('unsavedWidgets', { widgets: unsavedWidgets.join(', ') })}</p>
      )}
    </>
  );
}
