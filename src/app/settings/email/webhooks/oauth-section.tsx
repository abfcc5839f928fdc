/** OAuth of a webhook: its settings, and an inline form for them. The secret is write-only. */

import { Lock } from 'lucide-react';
import { useState } from 'react';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { useWords } from '../../../words/use-words.ts';
import { OauthForm } from './oauth-form.tsx';

type OauthSectionProps = { webhook: EventWebhook; webhooks: readonly EventWebhook[] };

/** Whether another webhook has the same credentials. */
export function isShared(webhook: EventWebhook, webhooks: readonly EventWebhook[]): boolean {
  return webhooks.some(
    (each) =>
      each.id !== webhook.id &&
      each.oauth_client_id !== undefined &&
      each.oauth_client_id === webhook.oauth_client_id &&
      each.oauth_token_url === webhook.oauth_token_url,
  );
}

export function OauthSection({ webhook, webhooks }: OauthSectionProps) {
  const t = useWords('email');
  const [isEditing, setEditing] = useState(false);
  const { oauth_client_id: client, oauth_token_url: tokenUrl } = webhook;
  const state = client === undefined ? 'off' : isShared(webhook, webhooks) ? 'shared' : 'own';
  return (
    <section className="security" aria-label={t('oauth.title')}>
      <h3>
        <Icon of={Lock} size={14} />
        {t('oauth.title')}
        <span className="end">{t(`oauth.${state}`)}</span>
      </h3>
      {isEditing ? (
        <OauthForm webhook={webhook} webhooks={webhooks} onClose={() => setEditing(false)} />
      ) : (
        <>
          {client === undefined ? (
            <p className="small mut">{t('oauth.offText')}</p>
          ) : (
            <dl>
              <dt>{t('oauth.clientId')}</dt>
              <dd className="mono clip">{client}</dd>
              <dt>{t('oauth.tokenUrl')}</dt>
              <dd className="mono clip">{tokenUrl}</dd>
            </dl>
          )}
          <div className="actions">
            <Button onPress={() => setEditing(true)}>
              {t(client === undefined ? 'oauth.setUp' : 'oauth.edit')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
