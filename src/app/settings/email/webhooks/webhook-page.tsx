/** One event webhook with all that belongs to it: settings, verification, removal. */

import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Trash2, Webhook } from 'lucide-react';
import { useEventWebhooks } from '../../../client/email/event-webhooks.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { removeWebhook } from './remove-webhook.ts';
import { VerifyPanel } from './verify-panel.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

const route = getRouteApi('/shell/settings/email/webhooks/$id');

export function WebhookPage() {
  const t = useWords('email');
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const cache = useQueryClient();
  const target = useEmailTarget();
  const list = useEventWebhooks(target);
  const webhook = list.data?.webhooks.find((each) => each.id === id);
  return (
    <>
      <EmailHeader title={webhook?.friendly_name ?? t('webhook.title')} lead={t('lead')} />
      {list.isPending && <Skeleton lines={8} />}
      {list.isError && (
        <ErrorState title={t('webhook.failedTitle')} onRetry={() => void list.refetch()}>
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && webhook === undefined && <NoWebhook />}
      {list.isSuccess && webhook !== undefined && (
        <div className="cols">
          <div className="pile">
            <WebhookPanel webhook={webhook} webhooks={list.data.webhooks}>
              <div className="inside actions removal">
                <p className="small sec grow">{t('webhook.deleteText')}</p>
                <Button
                  kind="danger"
                  icon={Trash2}
                  onPress={() => {
                    removeWebhook(cache, target, webhook);
                    void navigate({ to: '/settings/email' });
                  }}
                >
                  {t('webhook.delete')}
                </Button>
              </div>
            </WebhookPanel>
          </div>
          <div className="pile">
            <VerifyPanel key={webhook.public_key ?? ''} publicKey={webhook.public_key ?? ''} />
          </div>
        </div>
      )}
    </>
  );
}

function NoWebhook() {
  const t = useWords('email');
  return (
    <EmptyState
      icon={Webhook}
      title={t('webhook.notFoundTitle')}
      actions={
        <Link to="/settings/email" className={buttonClass()}>
          {t('webhook.toOverview')}
        </Link>
      }
    >
      {t('webhook.notFoundText')}
    </EmptyState>
  );
}
