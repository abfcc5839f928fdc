/** Restoring chosen changes of a comparison of revisions: as a new draft, or in the working copy. */

import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import type { Comparison } from '../changes/put-back.ts';
import { PutBackDialog } from '../changes/put-back-dialog.tsx';
import { refusalText } from '../changes/refusal-text.ts';
import { useWorkingCopy, useWorkingDefinition } from '../changes/working-copy.ts';
import { useRevision, useStoreRevision } from '../client/revisions.ts';
import { Button } from '../ui/button.tsx';
import { SegmentedControl } from '../ui/forms/segmented-control.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';

const route = getRouteApi('/shell/flows/$sid/history');

export type RestoreChangesProps = {
  sid: string;
  comparison: Comparison;
  /** The revision that has what is restored. */
  from: number;
  chosen: readonly Change[];
  onClear(): void;
};

/** The footer of the list: how many changes are chosen, and the dialog that restores them. */
export function RestoreChanges({ sid, comparison, from, chosen, onClear }: RestoreChangesProps) {
  const t = useWords('revisions');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <span className="grow">{t('chosen', { count: chosen.length })}</span>
      <Button onPress={onClear}>{t('clearChoice')}</Button>
      <Button kind="primary" onPress={() => setOpen(true)}>
        {t('restoreChosen')}
      </Button>
      {isOpen && <RestoreDialog {...{ sid, comparison, from, chosen, onClear }} onClose={close} />}
    </>
  );
}

function RestoreDialog({
  sid,
  comparison,
  from,
  chosen,
  onClear,
  onClose,
}: RestoreChangesProps & { onClose(): void }) {
  const t = useWords('revisions');
  const navigate = useNavigate();
  const { openWorkingCopy } = route.useRouteContext();
  const [place, setPlace] = useState<'draft' | 'working'>('draft');
  const newest = useRevision(sid, 'LatestRevision');
  const workingCopy = useWorkingCopy(place === 'working' ? sid : null, openWorkingCopy);
  const working = useWorkingDefinition(workingCopy.data);
  const store = useStoreRevision(sid);
  const revision = newest.data?.revision ?? null;
  const count = chosen.length;
  const storeDraft = (definition: FlowDefinition) =>
    store.mutate(
      {
        Status: 'draft',
        Definition: JSON.stringify(definition),
        CommitMessage: t('restoreChosenMessage', { count, revision: from }),
        Source: 'restore',
        SourceRevision: String(from),
        BaseRevision: String(revision),
      },
      {
        onSuccess: (flow) => {
          toast({ message: t('restoredChosen', { count, next: flow.revision }) });
          void navigate({ to: '/flows/$sid/history', params: { sid }, search: { revision: flow.revision } });
        },
        onError: () => void newest.refetch(),
      },
    );
  const restoreInWorkingCopy = (definition: FlowDefinition) => {
    workingCopy.data?.apply({ name: 'restoreChanges', count }, () => definition);
    onClear();
    toast({
      message: t('restoredInWorkingCopy', { count }),
      action: {
        label: t('openDesigner'),
        onPress: () => void navigate({ to: '/flows/$sid', params: { sid } }),
      },
    });
  };
  return (
    <PutBackDialog
      title={t('restoreChosenTitle', { count, revision: from })}
      comparison={comparison}
      chosen={chosen}
      target={place === 'draft' ? (newest.data?.definition ?? null) : working}
      isBusy={store.isPending}
      failure={failureText(store.error, newest.error ?? workingCopy.error)}
      onClose={onClose}
      actions={(definition) => (
        <Button
          size="lg"
          kind="primary"
          isBusy={store.isPending}
          isDisabled={definition === null || revision === null}
          onPress={() => {
            if (definition === null) return;
            if (place === 'draft') storeDraft(definition);
            else restoreInWorkingCopy(definition);
          }}
        >
          {place === 'draft' ? t('restoreAsDraft', { next: (revision ?? 0) + 1 }) : t('restoreInWorkingCopy')}
        </Button>
      )}
    >
      <SegmentedControl<'draft' | 'working'>
        label={t('restorePlace')}
        segments={[
          { value: 'draft', label: t('newDraft') },
          { value: 'working', label: t('workingCopy') },
        ]}
        value={place}
        onChange={(chosen) => setPlace(chosen)}
      />
    </PutBackDialog>
  );
}

function failureText(storing: Error | null, loading: Error | null): string | null {
  if (storing !== null) return refusalText(storing, 'notRestored');
  return loading?.message ?? null;
}
