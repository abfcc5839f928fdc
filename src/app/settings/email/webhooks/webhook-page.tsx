/** One event webhook with all that belongs to it: settings, verification, removal. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { Trash2, Webhook } from 'lucide-react';
import { useEventWebhooks } from '../../../client/email/event-webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useWords } from '../../../words/use-words.ts';
import { EmailHeader } from '../email-header.tsx';
import { useEmailTarget } from '../use-email-target.ts';
import { useRemoval } from '../use-removal.ts';
import { removableWebhook } from './selected-webhook.tsx';
import { VerifyPanel } from './verify-panel.tsx';
import { WebhookPanel } from './webhook-panel.tsx';

const route = getRouteApi('/shell/settings/email/webhooks/$id');

export function WebhookPage() {
  const t = useWords('email');
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const { remove } = useRemoval(removableWebhook);
  const list = useEventWebhooks(useEmailTarget());
  const webhook = list.data?.webhooks.find((each) => each.id === id);
  return (
    <>
      <EmailHeader title={webhook?.friendly_name ?? t('webhook.title')} lead={t('lead')} />
      <Loaded query={list} failedTitle={t('webhook.failedTitle')} lines={8}>
        {({ webhooks }) =>
          webhook === undefined ? (
            <NoWebhook />
          ) : (
            <div className="panel-columns">
              <div className="pile">
                <WebhookPanel webhook={webhook} webhooks={webhooks}>
                  <div className="inside actions removal">
                    <p className="small sec grow">{t('webhook.deleteText')}</p>
                    <Button
                      kind="danger"
                      icon={Trash2}
                      onPress={() => {
                        remove([id], t('deleting', { name: webhook.friendly_name ?? webhook.url }));
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
          )
        }
      </Loaded>
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
