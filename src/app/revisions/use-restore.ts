/** Restoring: a revision's content becomes a new draft. */

import { useNavigate } from '@tanstack/react-router';
import { refusalText } from '../changes/refusal-text.ts';
import { useRevision, useStoreRevision } from '../client/revisions.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';

/** `newest` is the newest revision that the person knows: with a newer one nothing is stored. */
export function useRestore(
  sid: string,
  revision: number,
  newest: number,
): { start(): void; isBusy: boolean } {
  const t = useWords('revisions');
  const navigate = useNavigate();
  const { data } = useRevision(sid, revision);
  const store = useStoreRevision(sid);
  const start = () => {
    const definition = data?.definition ?? null;
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
          void navigate({ to: '/flows/$sid/history', params: { sid }, search: { revision: flow.revision } });
        },
        onError: (failure) => void toast({ message: refusalText(failure, 'notRestored') }),
      },
    );
  };
  return { start, isBusy: store.isPending };
}
