/** The webhook that the overview shows, with a menu of the others. */

import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus, SlidersHorizontal, Webhook } from 'lucide-react';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import { useDeferredKeys } from '../../../client/deferred-requests.ts';
import { useEventWebhooks } from '../../../client/email/event-webhooks.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { removalKey } from './remove-webhook.ts';
import { webhookNames } from './webhook-name.ts';
import { WebhookPanel } from './webhook-panel.tsx';

/** `id` is the one wanted; the oldest where there is no such. */
export function SelectedWebhook({ id }: { id: string | undefined }) {
  const t = useWords('email');
  const list = useEventWebhooks(useEmailTarget());
  const waiting = useDeferredKeys();
  const webhooks = list.data?.webhooks.filter((each) => !waiting.has(removalKey(each.id)));
  const chosen = webhooks?.find((each) => each.id === id) ?? webhooks?.[0];
  if (webhooks !== undefined && chosen !== undefined) {
    const canAdd = webhooks.length < (list.data?.max_allowed ?? 0);
    return (
      <WebhookPanel
        key={chosen.id}
        webhook={chosen}
        webhooks={webhooks}
        beside={<WebhookMenu chosen={chosen} webhooks={webhooks} canAdd={canAdd} />}
      />
    );
  }
  return (
    <section className="panel" aria-label={t('webhook.title')}>
      <header>
        <h2>{t('webhook.title')}</h2>
      </header>
      {list.isPending && <Skeleton lines={8} />}
      {list.isError && (
        <ErrorState title={t('webhook.failedTitle')} onRetry={() => void list.refetch()}>
          {list.error.message}
        </ErrorState>
      )}
      {webhooks?.length === 0 && (
        <EmptyState
          icon={Webhook}
          title={t('webhook.emptyTitle')}
          actions={
            <Link to="/settings/email/webhooks/new" className={buttonClass()}>
              <Icon of={Plus} size={14} />
              {t('webhook.add')}
            </Link>
          }
        >
          {t('webhook.emptyText')}
        </EmptyState>
      )}
    </section>
  );
}

type WebhookMenuProps = { chosen: EventWebhook; webhooks: readonly EventWebhook[]; canAdd: boolean };

function WebhookMenu({ chosen, webhooks, canAdd }: WebhookMenuProps) {
  const t = useWords('email');
  const navigate = useNavigate();
  const names = webhookNames(webhooks);
  const show = (webhook: string) => void navigate({ to: '/settings/email', search: { webhook } });
  return (
    <Menu
      label={t('webhook.choose')}
      trigger={
        <Button kind="ghost" iconAfter={ChevronsUpDown} aria-label={t('webhook.choose')}>
          {names.get(chosen.id)}
        </Button>
      }
      items={[
        ...webhooks.map((each) => ({
          id: each.id,
          label: names.get(each.id) ?? each.url,
          isChosen: each.id === chosen.id,
          onAction: () => show(each.id),
        })),
        {
          id: 'details',
          label: t('webhook.details'),
          icon: SlidersHorizontal,
          separated: true,
          onAction: () => void navigate({ to: '/settings/email/webhooks/$id', params: { id: chosen.id } }),
        },
        {
          id: 'add',
          label: t(canAdd ? 'webhook.add' : 'webhook.limitReached'),
          icon: Plus,
          isDisabled: !canAdd,
          onAction: () => void navigate({ to: '/settings/email/webhooks/new' }),
        },
      ]}
    />
  );
}
