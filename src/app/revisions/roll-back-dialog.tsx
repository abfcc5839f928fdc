/** Rolling back: publishes an earlier revision's content, after showing what changes and who is affected. */

import { useNavigate } from '@tanstack/react-router';
import { ChangeSentences } from '../changes/change-sentences.tsx';
import { PublishImpactText } from '../changes/publish-impact.tsx';
import { usePublishImpact, useRevision, useRevisionDiff, useStoreRevision } from '../client/revisions.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { refusalText } from './use-restore.ts';

export type RollBackDialogProps = {
  sid: string;
  flowName: string;
  /** The revision to publish again. */
  revision: number;
  /** The one that is published now. */
  published: number;
  /** The newest one that the person knows: with a newer one nothing is stored. */
  newest: number;
  onClose(): void;
};

export function RollBackDialog({ sid, flowName, revision, published, newest, onClose }: RollBackDialogProps) {
  const t = useWords('revisions');
  const navigate = useNavigate();
  const content = useRevision(sid, revision);
  const changes = useRevisionDiff(sid, published, revision);
  const impact = usePublishImpact(sid, revision);
  const store = useStoreRevision(sid);
  const publish = () => {
    const definition = content.data?.definition ?? null;
    if (definition === null) return;
    store.mutate(
      {
        Status: 'published',
        Definition: JSON.stringify(definition),
        CommitMessage: t('rollBackMessage', { revision }),
        Source: 'roll-back',
        SourceRevision: String(revision),
        BaseRevision: String(newest),
      },
      {
        onSuccess: (flow) => {
          toast({ message: t('rolledBack', { revision, next: flow.revision }) });
          onClose();
          void navigate({ to: '/flows/$sid/history', params: { sid }, search: { revision: flow.revision } });
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('rollBackTitle', { name: flowName, revision })}
      submit={t('rollBack')}
      onSubmit={publish}
      onClose={onClose}
      isBusy={store.isPending}
      failure={store.error && refusalText(store.error, 'notRolledBack')}
    >
      <p className="sec">{t('rollBackText', { revision })}</p>
      {newest > published && <p className="sec">{t('rollBackDrafts', { newest })}</p>}
      <section className="publish-part">
        <h3>{t('changesSince', { revision: published })}</h3>
        {changes.isPending && <Skeleton lines={2} />}
        {changes.isError && (
          <ErrorState title={t('loadFailed')} onRetry={() => void changes.refetch()}>
            {changes.error.message}
          </ErrorState>
        )}
        {changes.data?.changes.length === 0 && <p>{t('noChanges')}</p>}
        {changes.data && changes.data.changes.length > 0 && <ChangeSentences diff={changes.data} />}
      </section>
      <section className="publish-part">
        <h3>{t('activeExecutions')}</h3>
        <PublishImpactText impact={impact} />
      </section>
    </FormDialog>
  );
}
