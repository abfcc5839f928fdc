/** Restoring a whole revision: its content becomes a new draft, after showing what that changes. */

import { useNavigate } from '@tanstack/react-router';
import { ChangeSentences } from '../changes/change-sentences.tsx';
import { refusalText } from '../changes/refusal-text.ts';
import { useRevision, useRevisionDiff, useStoreRevision } from '../client/revisions.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { Loaded } from '../ui/states/loaded.tsx';
import { useWords } from '../words/use-words.ts';

export type RestoreDialogProps = {
  sid: string;
  /** The revision to restore. */
  revision: number;
  /** The newest one that the person knows: with a newer one nothing is stored. */
  newest: number;
  onClose(): void;
};

export function RestoreDialog({ sid, revision, newest, onClose }: RestoreDialogProps) {
  const t = useWords('revisions');
  const navigate = useNavigate();
  const definition = useRevision(sid, revision).data?.definition ?? null;
  const changes = useRevisionDiff(sid, newest, revision);
  const store = useStoreRevision(sid);
  const submit = () => {
    if (definition === null) return;
    store.mutate(
      {
        Status: 'draft',
        Definition: JSON.stringify(definition),
        CommitMessage: t('restoreMessage', { revision }),
        Source: 'restore',
        SourceRevision: String(revision),
        BaseRevision: String(newest),
      },
      {
        onSuccess: (flow) => {
          toast({ message: t('restored', { revision, next: flow.revision }) });
          onClose();
          void navigate({ to: '/flows/$sid/history', params: { sid }, search: { revision: flow.revision } });
        },
      },
    );
  };
  const isSame = changes.data?.changes.length === 0;
  return (
    <FormDialog
      title={t('restoreTitle', { revision })}
      submit={t('restoreAsDraft', { next: newest + 1 })}
      onSubmit={submit}
      onClose={onClose}
      isBusy={store.isPending}
      isDisabled={definition === null || changes.data === undefined || isSame}
      failure={store.error && refusalText(store.error, 'notRestored')}
    >
      <p className="sec">{t('restoreText', { newest, next: newest + 1 })}</p>
      <section className="publish-part">
        <h3>{t('restoreChanges', { newest })}</h3>
        <Loaded query={changes} failedTitle={t('loadFailed')} lines={2}>
          {(diff) => (isSame ? <p>{t('noChanges')}</p> : <ChangeSentences diff={diff} />)}
        </Loaded>
      </section>
    </FormDialog>
  );
}
