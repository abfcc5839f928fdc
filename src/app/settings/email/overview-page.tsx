/** The overview of email: the event webhook, what came in, and the keys. */

import { getRouteApi } from '@tanstack/react-router';
import { useWords } from '../../words/use-words.ts';
import { EmailHeader } from './email-header.tsx';
import { StatsPanel } from './inbound/stats-panel.tsx';
import { KeysPanel } from './keys/keys-panel.tsx';
import { readOverviewSearch } from './search-params.ts';
import { SelectedWebhook } from './webhooks/selected-webhook.tsx';
import { HealthPanel } from './webhooks/webhook-health.tsx';

const route = getRouteApi('/shell/settings/email/');

export function OverviewPage() {
  const t = useWords('email');
  const search = readOverviewSearch(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <>
      <EmailHeader title={t('title')} lead={t('lead')} />
      <div className="panel-columns">
        <div className="pile">
          <HealthPanel />
          <SelectedWebhook id={search.webhook} />
        </div>
        <div className="pile">
          <StatsPanel
            search={search}
            onSearch={(stats) =>
              void navigate({
                search: ({ webhook }) => ({ webhook, ...stats }),
                replace: true,
              })
            }
          />
          <KeysPanel />
        </div>
      </div>
    </>
  );
}
