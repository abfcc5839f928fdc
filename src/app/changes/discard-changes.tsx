/** Discarding chosen changes of the working copy, as one undo step. */

import { useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';
import { type Comparison, putBack } from './put-back.ts';
import { PutBackDialog } from './put-back-dialog.tsx';
import type { WorkingCopy } from './working-copy.ts';

export type DiscardChangesProps = {
  workingCopy: WorkingCopy;
  comparison: Comparison;
  chosen: readonly Change[];
  onClear(): void;
};

/** The footer of the list. A dialog opens only where more than the chosen changes has to be discarded. */
export function DiscardChanges({ workingCopy, comparison, chosen, onClear }: DiscardChangesProps) {
  const t = useWords('comparison');
  const [isOpen, setOpen] = useState(false);
  const count = chosen.length;
  const apply = (definition: FlowDefinition) => {
    setOpen(false);
    onClear();
    workingCopy.apply({ name: 'discardChanges', count }, () => definition);
    toast({
      message: t('discarded', { count }),
      action: { label: t('undo'), onPress: () => workingCopy.undo() },
    });
  };
  const discard = () => {
    const result = putBack(comparison, chosen, comparison.after);
    if (result.kind === 'fits') apply(result.definition);
    else setOpen(true);
  };
  return (
    <>
      <span className="grow">{t('chosen', { count })}</span>
      <Button onPress={onClear}>{t('clearChoice')}</Button>
      <Button kind="danger" onPress={discard}>
        {t('discard', { count })}
      </Button>
      {isOpen && (
        <PutBackDialog
          title={t('discardTitle', { count })}
          comparison={comparison}
          chosen={chosen}
          target={comparison.after}
          isBusy={false}
          failure={null}
          onClose={() => setOpen(false)}
          actions={(definition) => (
            <Button
              size="lg"
              kind="danger"
              isDisabled={definition === null}
              onPress={() => definition !== null && apply(definition)}
            >
              {t('discard', { count })}
            </Button>
          )}
        />
      )}
    </>
  );
}
