/**
 * Emails that wait for their time, each with its batch; and the batches: one is paused or cancelled by its id, and those that are
 * go on, or are cancelled.
 */

import '../../../words/chunks/email-section-words.ts';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Pause, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { ScheduledSend, WaitingEmail } from '#api/email/scheduled-sends.ts';
import {
  useChangeBatch,
  useHoldBatch,
  useScheduledSends,
  useWaitingEmails,
} from '../../../client/email/scheduled-sends.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Masked } from '../../../ui/marks/masked.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { shortDateAndTime } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { useMayChange } from '../../permission-guard.tsx';
import { ResourceList } from '../../resource-list.tsx';
import { EmailHeader } from '../email-header.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';

export function ScheduledSendsPage() {
  const t = useWords('sentEmail');
  const list = useScheduledSends(useEmailTarget());
  /** The id in the dialog; null while it is closed. */
  const [batch, setBatch] = useState<string | null>(null);
  return (
    <>
      <EmailHeader title={t('scheduled.title')} lead={t('scheduled.lead')} />
      <div className="pile">
        <WaitingEmails held={list.data ?? []} onHold={setBatch} />
        <ResourceList
          title={t('scheduled.held')}
          list={list}
          rows={list.data ?? []}
          keyOf={({ batch_id }) => batch_id}
          failedTitle={t('scheduled.failedTitle')}
          empty={{ icon: CalendarClock, title: t('scheduled.emptyTitle'), text: t('scheduled.emptyText') }}
          add={{ label: t('scheduled.hold'), onPress: () => setBatch('') }}
        >
          {(row) => <BatchRow batch={row} />}
        </ResourceList>
      </div>
      {batch !== null && <HoldDialog initial={batch} onClose={() => setBatch(null)} />}
    </>
  );
}

type Held = readonly ScheduledSend[];

function WaitingEmails({ held, onHold }: { held: Held; onHold(batch: string): void }) {
  const t = useWords('sentEmail');
  const list = useWaitingEmails(useEmailTarget());
  const now = useNow(60_000);
  return (
    <ResourceList
      title={t('scheduled.waiting')}
      list={list}
      rows={list.data?.pages.flatMap(({ mails }) => mails) ?? []}
      keyOf={({ sid }) => sid}
      failedTitle={t('scheduled.waitingFailed')}
      empty={{ icon: CalendarClock, title: t('scheduled.noneWaits'), text: t('scheduled.noneWaitsText') }}
    >
      {(email) => (
        <WaitingRow
          email={email}
          now={now}
          status={held.find(({ batch_id }) => batch_id === email.batch_id)?.status}
          onHold={onHold}
        />
      )}
    </ResourceList>
  );
}

type WaitingRowProps = {
  email: WaitingEmail;
  now: number;
  /** Of its batch, where that does not go out. */
  status: ScheduledSend['status'] | undefined;
  onHold(batch: string): void;
};

function WaitingRow({ email, now, status, onHold }: WaitingRowProps) {
  const t = useWords('sentEmail');
  const mayChange = useMayChange();
  const { sid, to, subject, batch_id: batch, date_to_send: date } = email;
  return (
    <>
      <div className="grow">
        <p className="row">
          <Link to="/email/sent/$sid" params={{ sid }} className="link clip">
            <Masked text={to} />
          </Link>
          {status !== undefined && <StatusPill status={status} />}
        </p>
        <p className="small sec clip">
          <Masked text={subject || t('noSubject')} />
        </p>
        {batch !== null && <p className="mono clip">{batch}</p>}
      </div>
      <time className="num sec" dateTime={date}>
        {shortDateAndTime(date, now)}
      </time>
      {mayChange && batch !== null && status === undefined && (
        <Button icon={Pause} aria-label={t('scheduled.holdOf', { batch })} onPress={() => onHold(batch)}>
          {t('scheduled.holdThis')}
        </Button>
      )}
    </>
  );
}

function StatusPill({ status }: Pick<ScheduledSend, 'status'>) {
  const t = useWords('sentEmail');
  return <Pill tone={status === 'pause' ? 'warn' : 'danger'}>{t(`scheduled.status.${status}`)}</Pill>;
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
          <StatusPill status={status} />
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

function HoldDialog({ initial, onClose }: { initial: string; onClose(): void }) {
  const t = useWords('sentEmail');
  const hold = useHoldBatch(useEmailTarget());
  const [batch, setBatch] = useState(initial);
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
