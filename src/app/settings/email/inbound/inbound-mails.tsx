/** Mails that came in; those that were given up can be sent anew, one or all, or thrown away. */

import { Inbox, RotateCcw, Trash2 } from 'lucide-react';
import { inboundStates } from '#api/email/inbound.ts';
import {
  type InboundStatus,
  useInboundMails,
  useReplayInbound,
  useUpdateInbound,
} from '../../../client/email/inbound.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Listing } from '../../../ui/listing.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useWords } from '../../../words/use-words.ts';
import { useStanding } from '../use-standing.ts';
import { MailLine } from './mail-line.tsx';
import './inbound.css';

type InboundMailsProps = {
  status: InboundStatus | undefined;
  onStatus(status: InboundStatus | undefined): void;
};

export function InboundMails({ status, onStatus }: InboundMailsProps) {
  const t = useWords('email');
  const mails = useInboundMails(useStanding(), status);
  const now = useNow(1_000);
  const rows = mails.data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <section className="panel arrived" aria-label={t('inbound.mails')}>
      <header>
        <h2>{t('inbound.mails')}</h2>
        <div className="end">
          <Segments<InboundStatus | 'all'>
            label={t('inbound.filter')}
            segments={(['all', ...inboundStates] as const).map((value) => ({
              value,
              label: t(`inbound.status.${value}`),
            }))}
            value={status ?? 'all'}
            onChange={(value) => onStatus(value === 'all' ? undefined : value)}
          />
          {status === 'dead' && rows.length > 0 && <ReplayAll />}
        </div>
      </header>
      <Listing
        list={mails}
        count={rows.length}
        failedTitle={t('inbound.mailsFailed')}
        empty={
          <EmptyState icon={Inbox} title={t(status === 'dead' ? 'inbound.noneDead' : 'inbound.noMails')}>
            {t('inbound.noMailsText')}
          </EmptyState>
        }
        lines={4}
      >
        <ul aria-label={t('inbound.mails')}>
          {rows.map((mail) => (
            <MailLine key={mail.id} mail={mail} now={now}>
              {mail.status === 'dead' && <DeadActions id={mail.id} sender={mail.sender} />}
            </MailLine>
          ))}
        </ul>
      </Listing>
    </section>
  );
}

function ReplayAll() {
  const t = useWords('email');
  const replay = useReplayInbound(useStanding());
  return (
    <Button
      icon={RotateCcw}
      isBusy={replay.isPending}
      onPress={() =>
        replay.mutate(undefined, {
          onSuccess: ({ mails: count }) => void toast({ message: t('inbound.again', { count }) }),
          onError: ({ message }) => void toast({ message: t('failed', { message }) }),
        })
      }
    >
      {t('inbound.replayAll')}
    </Button>
  );
}

function DeadActions({ id, sender }: { id: string; sender: string }) {
  const t = useWords('email');
  const update = useUpdateInbound(useStanding());
  const onError = ({ message }: Error) => void toast({ message: t('failed', { message }) });
  return (
    <span className="row">
      <IconButton
        icon={RotateCcw}
        label={t('inbound.replay', { sender })}
        isDisabled={update.isPending}
        onPress={() =>
          update.mutate(
            { id, Action: 'replay' },
            { onError, onSuccess: () => void toast({ message: t('inbound.again', { count: 1 }) }) },
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
            { onError, onSuccess: () => void toast({ message: t('inbound.discarded') }) },
          )
        }
      />
    </span>
  );
}
