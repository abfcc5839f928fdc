/** The webhook that the overview shows, with a menu of the others. */

import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, Plus, SlidersHorizontal, Webhook } from 'lucide-react';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import {
  deleteEventWebhook,
  eventWebhooksKey,
  useEventWebhooks,
} from '../../../client/email/event-webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { QueryList } from '../../../ui/display/query-list.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { webhookNames } from './webhook-name.ts';
import { WebhookPanel } from './webhook-panel.tsx';

export const removableWebhook = { kind: 'event webhook', list: eventWebhooksKey, send: deleteEventWebhook };

/** `id` is the one wanted; the oldest where there is no such. */
export function SelectedWebhook({ id }: { id: string | undefined }) {
  const t = useWords('email');
  const list = useEventWebhooks(useEmailTarget());
  const { isRemoved } = useRemoval(removableWebhook);
  const webhooks = list.data?.webhooks.filter((each) => !isRemoved(each.id));
  const chosen = webhooks?.find((each) => each.id === id) ?? webhooks?.[0];
  if (webhooks !== undefined && chosen !== undefined) {
    const canAdd = webhooks.length < (list.data?.max_allowed ?? 0);
    return (
      <WebhookPanel
        key={chosen.id}
        webhook={chosen}
        webhooks={webhooks}
        afterTitle={<WebhookMenu chosen={chosen} webhooks={webhooks} canAdd={canAdd} />}
      />
    );
  }
  return (
    <Panel title={t('webhook.title')}>
      <QueryList
        list={list}
        count={0}
        failedTitle={t('webhook.failedTitle')}
        lines={8}
        empty={
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
        }
      />
    </Panel>
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
