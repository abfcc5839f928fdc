/** The deliveries to one webhook, newest first, each with its response and a button that resends its events. */

import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, RotateCcw, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EventDelivery } from '#api/email/deliveries.ts';
import { useDeliveries, useDeliveryQueue, useResendDelivery } from '../../../client/email/deliveries.ts';
import { useMay } from '../../../client/people/session.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useNow } from '../../../ui/marks/use-now.ts';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { dateAndTime, timeOfDay } from '../../../words/date-time.ts';
import { useWords } from '../../../words/use-words.ts';
import { TextSearch } from '../email-search.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { ResumeButton, WebhookPill } from '../webhooks/webhook-health.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import './deliveries.css';
import { ResendMenu } from './resend-menu.tsx';

type DeliveryPanelProps = {
  webhook: string;
  onlyFailed: boolean;
  onOnlyFailed(isOn: boolean): void;
  /** The address whose deliveries are shown; undefined for all. */
  recipient: string | undefined;
  onRecipient(recipient: string | undefined): void;
  /** At the left of the head: which webhook it is. */
  children: ReactNode;
};

export function DeliveryPanel({
  webhook,
  onlyFailed,
  onOnlyFailed,
  recipient,
  onRecipient,
  children,
}: DeliveryPanelProps) {
  const t = useWords('email');
  const target = useEmailTarget();
  const deliveries = useDeliveries(target, webhook, onlyFailed, recipient);
  const seesAll = useMay('contacts.unmasked');
  const [opened, setOpened] = useState<string | null>(null);
  const queue = useDeliveryQueue(target, webhook).data;
  const now = useNow(1_000);
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section className="panel deliveries" aria-label={t('deliveries.title')}>
      <header>
        {children}
        {queue !== undefined && <WebhookPill queue={queue} />}
        <div className="end">
          <Switch label={t('deliveries.onlyFailed')} isOn={onlyFailed} onChange={onOnlyFailed} />
          {queue !== undefined && <ResumeButton queue={queue} />}
          <ResendMenu webhook={webhook} failingSince={queue?.failing_since ?? null} />
        </div>
      </header>
      {queue !== undefined && (
        <p className="inside small sec" role="status">
          {t('deliveries.waiting', { count: queue.waiting })}
          {queue.failing_since !== null &&
            ` ${t('deliveries.failing', { count: queue.failures, when: dateAndTime(queue.failing_since) })}`}
        </p>
      )}
      {seesAll && (
        <search className="email-search">
          <TextSearch
            key={recipient ?? ''}
            label={t('deliveries.search')}
            value={recipient ?? ''}
            onSearch={onRecipient}
          />
        </search>
      )}
      <QueryList
        list={deliveries}
        count={rows.length}
        failedTitle={t('deliveries.failedTitle')}
        empty={
          <EmptyState
            icon={Send}
            title={t(noneTitle(onlyFailed, recipient))}
            actions={
              !onlyFailed &&
              recipient === undefined && (
                <Link to="/settings/email/webhooks/$id" params={{ id: webhook }} className={buttonClass()}>
                  {t('webhook.details')}
                </Link>
              )
            }
          >
            {t(recipient === undefined ? 'deliveries.emptyText' : 'deliveries.noneToText')}
          </EmptyState>
        }
        lines={6}
      >
        <ul aria-label={t('deliveries.title')}>
          {rows.map((delivery, index) => (
            <li key={delivery.id}>
              <DeliveryRow
                delivery={delivery}
                retry={index === 0 && !onlyFailed && recipient === undefined ? (queue?.failures ?? 0) : 0}
                now={now}
              />
              <IconButton
                icon={opened === delivery.id ? ChevronUp : ChevronDown}
                label={t('deliveries.detailsOf', { when: timeOfDay(delivery.date_made) })}
                isOn={opened === delivery.id}
                onPress={() => setOpened(opened === delivery.id ? null : delivery.id)}
              />
              <ResendButton delivery={delivery} />
              {opened === delivery.id ? (
                <DeliveryDetails delivery={delivery} />
              ) : (
                <ResponseDetail delivery={delivery} />
              )}
            </li>
          ))}
        </ul>
      </QueryList>
    </section>
  );
}

function noneTitle(onlyFailed: boolean, recipient: string | undefined) {
  if (recipient !== undefined) return 'deliveries.noneTo';
  return onlyFailed ? 'deliveries.noneFailed' : 'deliveries.none';
}

function ResendButton({ delivery: { id, date_made } }: { delivery: EventDelivery }) {
  const t = useWords('email');
  const replay = useResendDelivery(useEmailTarget());
  return (
    <IconButton
      icon={RotateCcw}
      label={t('deliveries.resend', { when: timeOfDay(date_made) })}
      isDisabled={replay.isPending}
      onPress={() =>
        replay.mutate(
          id,
          saidByToast(
            ({ events: count }) => t('deliveries.resent', { count }),
            (message) => t('resendFailed', { message }),
          ),
        )
      }
    />
  );
}

/** Why a delivery failed, and the start of the response. */
function ResponseDetail({ delivery: { problem, response_start } }: { delivery: EventDelivery }) {
  const text = [problem, response_start].filter((each) => each !== null && each !== '').join(' · ');
  return text === '' ? null : <p className="answer small sec">{text}</p>;
}
