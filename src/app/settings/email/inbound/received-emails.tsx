/** Received emails; failed ones can be resent, one or all, or discarded. */

import { Link } from '@tanstack/react-router';
import { Inbox, RotateCcw, SearchX, Trash2 } from 'lucide-react';
import { inboundStatuses } from '#api/email/statuses.ts';
import {
  type InboundFilter,
  type InboundStatus,
  useInboundEmailAction,
  useInboundEmails,
  useResendAllInbound,
} from '../../../client/email/inbound-emails.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { ResourceList } from '../../resource-list.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { ReceivedEmail } from './received-email.tsx';
import './inbound.css';

type ReceivedEmailsProps = {
  filter: InboundFilter;
  onStatus(status: InboundStatus | undefined): void;
  /** Where the filter has more than the status. */
  isSearch?: boolean;
};

export function ReceivedEmails({ filter, onStatus, isSearch = false }: ReceivedEmailsProps) {
  const { status } = filter;
  const t = useWords('email');
  const mails = useInboundEmails(useEmailTarget(), filter);
  const now = useNow(1_000);
  const rows = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <ResourceList
      title={t('inbound.received')}
      actions={
        <>
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
        </>
      }
      list={mails}
      rows={rows}
      keyOf={({ id }) => id}
      failedTitle={t('inbound.receivedFailed')}
      empty={
        isSearch
          ? { icon: SearchX, title: t('search.noneTitle'), text: t('search.noneText') }
          : { icon: Inbox, title: t(emptyTitle(status)), text: t('inbound.receivedText') }
      }
      lines={4}
    >
      {(mail) => (
        <ReceivedEmail mail={mail} now={now}>
          {mail.status === 'dead' && <FailedEmailActions id={mail.id} sender={mail.sender} />}
          <Link to="/email/received/$id" params={{ id: mail.id }} search={filter} className="link">
            {t('inbound.open')}
          </Link>
        </ReceivedEmail>
      )}
    </ResourceList>
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
        replay.mutate(
          undefined,
          saidByToast(
            ({ mails: count }) => t('inbound.resent', { count }),
            (message) => t('resendFailed', { message }),
          ),
        )
      }
    >
      {t('inbound.resendAll')}
    </Button>
  );
}

function FailedEmailActions({ id, sender }: { id: string; sender: string }) {
  const t = useWords('email');
  const update = useInboundEmailAction(useEmailTarget());
  return (
    <span className="row">
      <IconButton
        icon={RotateCcw}
        label={t('inbound.resend', { sender })}
        isDisabled={update.isPending}
        onPress={() =>
          update.mutate(
            { id, Action: 'replay' },
            saidByToast(t('inbound.resent', { count: 1 }), (message) => t('resendFailed', { message })),
          )
        }
      />
      <DiscardButton id={id} sender={sender} />
    </span>
  );
}

export function DiscardButton({ id, sender }: { id: string; sender: string }) {
  const t = useWords('email');
  const update = useInboundEmailAction(useEmailTarget());
  return (
    <IconButton
      icon={Trash2}
      label={t('inbound.discard', { sender })}
      isDisabled={update.isPending}
      onPress={() =>
        update.mutate(
          { id, Action: 'discard' },
          saidByToast(t('inbound.discarded'), (message) => t('inbound.discardFailed', { message })),
        )
      }
    />
  );
}

function emptyTitle(status: InboundStatus | undefined) {
  if (status === undefined) return 'inbound.noneReceived';
  return status === 'dead' ? 'inbound.noneFailed' : 'inbound.noneWithStatus';
}
