/** Rolls back a flow from the list: to the revision that was published before. */

import '../words/add-change-words.ts';
import '../words/add-flow-words.ts';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { RollBackDialog } from '../changes/roll-back-dialog.tsx';
import { usePreviousPublished } from '../client/history.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useWords } from '../words/use-words.ts';

export type RollBackProps = { flow: FlowSummary; onClose(): void };

export function RollBack({ flow, onClose }: RollBackProps) {
  const t = useWords('flows');
  const { sid, friendly_name: flowName, published_revision: published, revision: newest } = flow;
  const previous = usePreviousPublished(sid, published);
  if (previous.data && published !== null) {
    return (
      <RollBackDialog
        sid={sid}
        flowName={flowName}
        revision={previous.data.revision}
        published={published}
        newest={newest}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={t('rollBackOf', { name: flowName })}
      isOpen
      onClose={onClose}
      footer={
        <Button size="lg" onPress={onClose}>
          {t('closeRollBack')}
        </Button>
      }
    >
      {previous.isPending && <Skeleton lines={3} />}
      {previous.isError && (
        <ErrorState title={t('rollBackFailed')} onRetry={() => void previous.refetch()}>
          {previous.error.message}
        </ErrorState>
      )}
      {previous.data === null && <p>{t('nothingToRollBackTo')}</p>}
    </Dialog>
  );
}
