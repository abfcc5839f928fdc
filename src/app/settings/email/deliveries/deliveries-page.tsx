/** All deliveries to a webhook. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { useEventWebhooks } from '../../../client/email/event-webhooks.ts';
import { useMay } from '../../../client/people/session.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useWords } from '../../../words/use-words.ts';
import { LastChange } from '../../last-change.tsx';
import { EmailHeader } from '../email-header.tsx';
import { readDeliveriesSearch } from '../search-params.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { webhookNames } from '../webhooks/webhook-name.ts';
import { DeliveryPanel } from './delivery-panel.tsx';

const route = getRouteApi('/shell/settings/email/deliveries');

export function DeliveriesPage() {
  const t = useWords('email');
  const search = readDeliveriesSearch(route.useSearch());
  const { webhook: wanted, failed } = search;
  // By a guess one could find out whose address is masked, so the server refuses it.
  const recipient = useMay('contacts.unmasked') ? search.to : undefined;
  const navigate = route.useNavigate();
  const list = useEventWebhooks(useEmailTarget());
  const webhooks = list.data?.webhooks ?? [];
  const chosen = webhooks.find(({ id }) => id === wanted) ?? webhooks[0];
  return (
    <>
      <EmailHeader title={t('deliveries.title')} lead={t('deliveries.lead')} />
      <LastChange of="email_webhook" />
      <QueryList
        list={list}
        count={webhooks.length}
        failedTitle={t('webhook.failedTitle')}
        empty={
          <EmptyState
            icon={Webhook}
            title={t('webhook.emptyTitle')}
            actions={
              <Link to="/settings/email/webhooks/new" className={buttonClass()}>
                {t('webhook.add')}
              </Link>
            }
          >
            {t('webhook.emptyText')}
          </EmptyState>
        }
        lines={6}
      >
        {chosen && (
          <DeliveryPanel
            key={chosen.id}
            webhook={chosen.id}
            onlyFailed={failed === true}
            onOnlyFailed={(isOn) => {
              const { failed: _, ...rest } = search;
              void navigate({ search: { ...rest, ...(isOn && { failed: true }) }, replace: true });
            }}
            recipient={recipient}
            onRecipient={(to) => {
              const { to: _, ...rest } = search;
              void navigate({ search: { ...rest, ...(to !== undefined && { to }) } });
            }}
          >
            <Select
              label={t('webhook.title')}
              hideLabel
              size="sm"
              options={[...webhookNames(webhooks)].map(([value, label]) => ({ value, label }))}
              value={chosen.id}
              onChange={(webhook) => void navigate({ search: { webhook } })}
            />
          </DeliveryPanel>
        )}
      </QueryList>
    </>
  );
}
