/** Rolling back: publishes an earlier revision's content, after showing what changes and who is affected. */

import { useState } from 'react';
import type { EndedExecutions } from '#api/flows/publishing.ts';
import { useCreatePublishRequest, useEndExecutions, usePublishing } from '../client/publishing.ts';
import { usePublishImpact, useRevisionDiff, useStoreRevision } from '../client/revisions.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { ErrorState } from '../ui/states/error-state.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { useWords } from '../words/use-words.ts';
import { ChangeSentences } from './change-sentences.tsx';
import { EndingChoice } from './ending-choice.tsx';
import { PublishImpactText } from './publish-impact.tsx';
import { refusalText } from './refusal-text.ts';

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
  /** It was published again, as this revision. */
  onRolledBack?(revision: number): void;
};

export function RollBackDialog(props: RollBackDialogProps) {
  const { sid, flowName, revision, published, newest, onClose } = props;
  const t = useWords('revisions');
  const words = useWords('publishing');
  const [ending, setEnding] = useState<EndedExecutions>('none');
  const changes = useRevisionDiff(sid, published, revision);
  const impact = usePublishImpact(sid, revision);
  const { needsApproval, submit, isBusy, failure } = useRollBack(props, ending);
  return (
    <FormDialog
      title={t('rollBackTitle', { name: flowName, revision })}
      submit={needsApproval ? words('request') : t('rollBack')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy}
      failure={failure}
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
      <EndingChoice impact={impact.data} value={ending} onChange={setEnding} />
      {needsApproval && <p className="sec">{words('needsApproval')}</p>}
    </FormDialog>
  );
}

/** Publishes the revision again, or requests it where a second person has to approve. */
function useRollBack(
  { sid, revision, newest, onClose, onRolledBack }: RollBackDialogProps,
  ending: EndedExecutions,
) {
  const t = useWords('revisions');
  const words = useWords('publishing');
  const needsApproval = usePublishing(sid).data?.needs_approval === true;
  const store = useStoreRevision(sid);
  const request = useCreatePublishRequest(sid);
  const end = useEndExecutions(sid);
  const Message = t('rollBackMessage', { revision });
  const publish = () =>
    store.mutate(
      {
        Status: 'published',
        CommitMessage: Message,
        BaseRevision: String(newest),
        Source: 'roll-back',
        SourceRevision: String(revision),
      },
      {
        onSuccess: (flow) => {
          toast({ message: t('rolledBack', { revision, next: flow.revision }) });
          if (ending !== 'none') {
            end.mutate(ending, {
              onError: ({ message }) => void toast({ message: words('notEnded', { message }) }),
            });
          }
          onClose();
          onRolledBack?.(flow.revision);
        },
      },
    );
  const requestApproval = () =>
    request.mutate(
      { Revision: String(revision), EndExecutions: ending, Message },
      {
        onSuccess: () => {
          toast({ message: words('requestedToast', { revision }) });
          onClose();
        },
      },
    );
  return {
    needsApproval,
    submit: needsApproval ? requestApproval : publish,
    isBusy: store.isPending || request.isPending,
    failure:
      (store.error && refusalText(store.error, 'notRolledBack')) ??
      (request.error && words('notRequested', { message: request.error.message })),
  };
}
