/** Ending or deleting what the filter finds: how many that are, typed once more where it is many, then the request behind Undo. */

import { useState } from 'react';
import type { AccountExecutionFilter } from '../../client/executions/account-executions.ts';
import {
  startExecutionBatch,
  useExecutionCount,
  useRefreshExecutionBatches,
} from '../../client/executions/execution-batches.ts';
import { useMay } from '../../client/people/session.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { deferWithUndo } from '../../ui/overlays/defer-with-undo.ts';
import { useWords, wordsOf } from '../../words/use-words.ts';
import { isTyped, needsTyping } from './batch-confirmation.ts';

type Action = 'end' | 'delete';

export type BatchDialogProps = { filter: AccountExecutionFilter; filtered: boolean; onClose(): void };

export function BatchDialog({ filter, filtered, onClose }: BatchDialogProps) {
  const t = useWords('accountExecutions');
  const refresh = useRefreshExecutionBatches();
  const [action, setAction] = useState<Action>('end');
  const mayDelete = useMay('executions.delete');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  // Only active ones can be ended.
  const isNothing = action === 'end' && filter.Status === 'ended';
  const counted = useExecutionCount(action === 'end' ? { ...filter, Status: 'active' } : filter);
  const count = isNothing ? 0 : counted.data?.count;
  const mustType = count !== undefined && needsTyping(filter, count);
  const submit = () => {
    if (count === undefined || count === 0) return;
    if (mustType && !isTyped(typed, count)) {
      setWrong(true);
      return;
    }
    deferBatch(action, filter, count, refresh);
    onClose();
  };
  return (
    <FormDialog
      title={t('batch.title')}
      submit={count === undefined ? t('batch.counting') : t(`batch.submit.${action}`, { count })}
      onSubmit={submit}
      onClose={onClose}
      isBusy={count === undefined && !counted.isError}
      failure={counted.isError ? t('batch.countFailed', { message: counted.error.message }) : null}
    >
      <SegmentedControl<Action>
        label={t('batch.action')}
        value={action}
        onChange={setAction}
        segments={[
          { value: 'end', label: t('batch.end') },
          ...(mayDelete ? [{ value: 'delete' as const, label: t('batch.delete') }] : []),
        ]}
      />
      <p>{t(filtered ? 'batch.ofFilter' : 'batch.ofAll')}</p>
      <p role="status">
        {count === undefined
          ? t('batch.counting')
          : t(counted.data?.complete === false ? 'batch.foundMore' : `batch.found.${action}`, { count })}
      </p>
      <p className="mut">{t(`batch.help.${action}`)}</p>
      {mustType && (
        <TextField
          label={t('batch.type', { count })}
          value={typed}
          error={isWrong && !isTyped(typed, count) ? t('batch.typeWrong', { count }) : undefined}
          autoComplete="off"
          onChange={setTyped}
        />
      )}
    </FormDialog>
  );
}

/** The request is sent when the message with Undo closes (docs/decisions/005). */
function deferBatch(
  action: Action,
  filter: AccountExecutionFilter,
  count: number,
  refresh: () => Promise<void>,
): void {
  const t = wordsOf('accountExecutions');
  const now = new Date().toISOString();
  // What starts while Undo is offered was not counted.
  const seen = { ...filter, DateCreatedTo: filter.DateCreatedTo ?? now };
  deferWithUndo({
    key: `batch ${action} ${now}`,
    message: t(`batch.deferred.${action}`, { count }),
    undo: t('batch.undo'),
    send: () => startExecutionBatch(action, seen),
    failed: (message) => t('batch.failed', { message }),
    refresh,
  });
}
