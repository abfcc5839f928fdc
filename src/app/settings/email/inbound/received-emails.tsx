/** Received emails; failed ones can be resent, one or all, or discarded. */

import { Inbox, RotateCcw, Trash2 } from 'lucide-react';
import { inboundStatuses } from '#api/email/statuses.ts';
import {
  type InboundStatus,
  useInboundEmailAction,
  useInboundEmails,
  useResendAllInbound,
} from '../../../client/email/inbound-emails.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { QueryList } from '../../../ui/query-list.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { toast } from '../../../ui/toast.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { ReceivedEmailRow } from './received-email-row.tsx';
import './inbound.css';

type ReceivedEmailsProps = {
  status: InboundStatus | undefined;
  onStatus(status: InboundStatus | undefined): void;
};

export function ReceivedEmails({ status, onStatus }: ReceivedEmailsProps) {
  const t = useWords('email');
  const mails = useInboundEmails(useEmailTarget(), status);
  const now = useNow(1_000);
  const rows = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <section className="panel arrived" aria-label={t('inbound.received')}>
      <header>
        <h2>{t('inbound.received')}</h2>
        <div className="end">
          <SegmentedControl<InboundStatus | 'all'>
            label={t('inbound.filter')}
            segments={(['all', ...inboundStatuses] as const).map((value) => ({
              value,
              label: t(`inbound.status.${value}`),
            }))}
            value={status ?? 'all'}
            onChange={(value) => onStatus(value === 'all' ? undefined : value)}
          />
          {status === 'dead' && rows.length > 0 && <ResendAllButton />}
        </div>
      </header>
      <QueryList
        list={mails}
        count={rows.length}
        failedTitle={t('inbound.receivedFailed')}
        empty={
          <EmptyState icon={Inbox} title={t(emptyTitle(status))}>
            {t('inbound.receivedText')}
          </EmptyState>
        }
        lines={4}
      >
        <ul aria-label={t('inbound.received')}>
          {rows.map((mail) => (
            <ReceivedEmailRow key={mail.id} mail={mail} now={now}>
              {mail.status === 'dead' && <FailedEmailActions id={mail.id} sender={mail.sender} />}
            </ReceivedEmailRow>
          ))}
        </ul>
      </QueryList>
    </section>
  );
}

function ResendAllButton() {
  const t = useWords('email');
  const replay = useResendAllInbound(useEmailTarget());
  return (
    <Button
      icon={RotateCcw}
      isBusy={replay.isPending}
      onPress={() =>
        replay.mutate(undefined, {
          onSuccess: ({ mails: count }) => void toast({ message: t('inbound.resent', { count }) }),
          onError: ({ message }) => void toast({ message: t('resendFailed', { message }) }),
        })
      }
    >
      {t('inbound.resendAll')}
    </Button>
  );
}

function FailedEmailActions({ id, sender }: { id: string; sender: string }) {
  const t = useWords('email');
  const update = useInboundEmailAction(useEmailTarget());
  const showError = (key: 'resendFailed' | 'inbound.discardFailed') => ({
    onError: ({ message }: Error) => void toast({ message: t(key, { message }) }),
  });
  return (
    <span className="row">
      <IconButton
        icon={RotateCcw}
        label={t('inbound.resend', { sender })}
        isDisabled={update.isPending}
        onPress={() =>
          update.mutate(
            { id, Action: 'replay' },
            {
              ...showError('resendFailed'),
              onSuccess: () => void toast({ message: t('inbound.resent', { count: 1 }) }),
            },
          )
        }
      />
      <IconButton
        icon={Trash2}
        label={t('inbound.discard', { sender })}
        isDisabled={update.isPending}
        onPress={() =>
          update.mutate(
            { id, Action: 'discard' },
            {
              ...showError('inbound.discardFailed'),
              onSuccess: () => void toast({ message: t('inbound.discarded') }),
            },
          )
        }
      />
    </span>
  );
}

function emptyTitle(status: InboundStatus | undefined) {
  if (status === undefined) return 'inbound.noneReceived';
  return status === 'dead' ? 'inbound.noneFailed' : 'inbound.noneWithStatus';
}
