/** Rolls back a flow from the list: to the revision that was published before. */

import { Loaded } from '../ui/states/loaded.tsx';
import '../words/chunks/change-words.ts';
import '../words/chunks/flow-words.ts';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { RollBackDialog } from '../changes/roll-back-dialog.tsx';
import { usePreviousPublished } from '../client/history.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
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
      <Loaded query={previous} failedTitle={t('rollBackFailed')}>
        {(found) => found === null && <p>{t('nothingToRollBackTo')}</p>}
      </Loaded>
    </Dialog>
  );
}
