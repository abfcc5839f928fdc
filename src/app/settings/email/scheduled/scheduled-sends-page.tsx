/** Batches of scheduled emails: one is paused or cancelled by its id, and those that are go on, or are cancelled. */

import '../../../words/chunks/add-email-section-words.ts';
import { CalendarClock, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { ScheduledSend } from '#api/email/scheduled-sends.ts';
import { useChangeBatch, useHoldBatch, useScheduledSends } from '../../../client/email/scheduled-sends.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { ResourceList } from '../../resource-list.tsx';
import { EmailHeader } from '../email-header.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';

export function ScheduledSendsPage() {
  const t = useWords('sentEmail');
  const list = useScheduledSends(useEmailTarget());
  const [isHolding, setHolding] = useState(false);
  return (
    <>
      <EmailHeader title={t('scheduled.title')} lead={t('scheduled.lead')} />
      <ResourceList
        title={t('scheduled.held')}
        list={list}
        rows={list.data ?? []}
        keyOf={({ batch_id }) => batch_id}
        failedTitle={t('scheduled.failedTitle')}
        empty={{ icon: CalendarClock, title: t('scheduled.emptyTitle'), text: t('scheduled.emptyText') }}
        add={{ label: t('scheduled.hold'), onPress: () => setHolding(true) }}
      >
        {(batch) => <BatchRow batch={batch} />}
      </ResourceList>
      {isHolding && <HoldDialog onClose={() => setHolding(false)} />}
    </>
  );
}

function BatchRow({ batch: { batch_id, status } }: { batch: ScheduledSend }) {
  const t = useWords('sentEmail');
  const mayChange = useMayChange();
  const change = useChangeBatch(useEmailTarget());
  const set = (next: ScheduledSend['status'] | null) =>
    change.mutate(
      { batch_id, status: next },
      saidByToast(t(next === null ? 'scheduled.goesOn' : `scheduled.done.${next}`), (message) =>
        t('scheduled.changeFailed', { message }),
      ),
    );
  return (
    <>
      <div className="grow">
        <p className="row">
          <span className="mono clip">{batch_id}</span>
          <Pill tone={status === 'pause' ? 'warn' : 'danger'}>{t(`scheduled.status.${status}`)}</Pill>
        </p>
        <p className="small sec">{t(`scheduled.help.${status}`)}</p>
      </div>
      {mayChange && (
        <span className="row">
          <Button
            icon={Play}
            isDisabled={change.isPending}
            aria-label={t('scheduled.goOnWith', { batch: batch_id })}
            onPress={() => set(null)}
          >
            {t('scheduled.goOn')}
          </Button>
          {status === 'pause' && (
            <Button
              icon={X}
              isDisabled={change.isPending}
              aria-label={t('scheduled.cancelOf', { batch: batch_id })}
              onPress={() => set('cancel')}
            >
              {t('scheduled.cancel')}
            </Button>
          )}
        </span>
      )}
    </>
  );
}

function HoldDialog({ onClose }: { onClose(): void }) {
  const t = useWords('sentEmail');
  const hold = useHoldBatch(useEmailTarget());
  const [batch, setBatch] = useState('');
  const [status, setStatus] = useState<ScheduledSend['status']>('pause');
  const batch_id = batch.trim();
  return (
    <FormDialog
      title={t('scheduled.hold')}
      submit={t(status === 'pause' ? 'scheduled.pause' : 'scheduled.cancel')}
      isBusy={hold.isPending}
      isDisabled={batch_id === ''}
      failure={generalError(hold.error, ['batch_id'])}
      onClose={onClose}
      onSubmit={() => hold.mutate({ batch_id, status }, { onSuccess: onClose })}
    >
      <TextField
        label={t('scheduled.batch')}
        help={t('scheduled.batchHelp')}
        value={batch}
        onChange={setBatch}
        maxLength={100}
        error={fieldError(hold.error, 'batch_id')}
        autoFocus
      />
      <SegmentedControl<ScheduledSend['status']>
        label={t('scheduled.what')}
        segments={(['pause', 'cancel'] as const).map((value) => ({ value, label: t(`scheduled.${value}`) }))}
        value={status}
        onChange={setStatus}
      />
      <p className="small sec">{t(`scheduled.help.${status}`)}</p>
    </FormDialog>
  );
}
