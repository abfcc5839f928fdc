/** One event webhook: URL, event kinds, OAuth and signature. Each change is saved at once. */

import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EventWebhook, EventWebhookChange } from '#api/email/event-webhooks.ts';
import { useDeliveryQueue } from '../../../client/email/deliveries.ts';
import { useSendTestEvent, useUpdateEventWebhook } from '../../../client/email/event-webhooks.ts';
import { announce } from '../../../shell/announce.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { saidByToast } from '../../../ui/overlays/toast.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useWords } from '../../../words/use-words.ts';
import { RecentDeliveries } from '../deliveries/recent-deliveries.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { AutosaveTextField } from './autosave-text-field.tsx';
import { EventKindSwitches } from './event-kind-switches.tsx';
import { OauthSection } from './oauth-section.tsx';
import { SignatureSection } from './signature-section.tsx';
import { WebhookPill } from './webhook-health.tsx';
import './webhooks.css';

export type WebhookPanelProps = {
  webhook: EventWebhook;
  /** All of the account, this one too. */
  webhooks: readonly EventWebhook[];
  /** The menu of webhooks. */
  afterTitle?: ReactNode;
  /** Below the settings. */
  children?: ReactNode;
};

export function WebhookPanel({ webhook, webhooks, afterTitle, children }: WebhookPanelProps) {
  const t = useWords('email');
  return (
    <Panel
      title={t('webhook.title')}
      className="webhook"
      afterTitle={
        <>
          {afterTitle}
          <Health webhook={webhook.id} />
        </>
      }
      actions={<WebhookActions webhook={webhook} />}
    >
      <div className="filled">
        <UrlAndName webhook={webhook} />
        <Kinds webhook={webhook} />
        <div className="securities">
          <OauthSection webhook={webhook} webhooks={webhooks} />
          <SignatureSection webhook={webhook} />
        </div>
      </div>
      {children}
      <RecentDeliveries webhook={webhook.id} />
    </Panel>
  );
}

/** Whether it works, where it does not. */
function Health({ webhook }: { webhook: string }) {
  const queue = useDeliveryQueue(useEmailTarget(), webhook).data;
  return queue?.failing_since ? <WebhookPill queue={queue} /> : null;
}

function WebhookActions({ webhook }: { webhook: EventWebhook }) {
  const t = useWords('email');
  const target = useEmailTarget();
  const change = useUpdateEventWebhook(target);
  const test = useSendTestEvent(target);
  const { id, url } = webhook;
  return (
    <>
      <Button
        icon={Send}
        isBusy={test.isPending}
        onPress={() =>
          test.mutate(
            { id, url },
            saidByToast(t('webhook.testSent', { url }), (message) => t('webhook.testFailed', { message })),
          )
        }
      >
        {t('webhook.test')}
      </Button>
      <span className="vr" />
      <Switch
        label={t('webhook.enabled')}
        isOn={webhook.enabled}
        onChange={(enabled) =>
          change.mutate(
            { id, enabled },
            saidByToast(null, (message) => t('saveFailed', { message })),
          )
        }
      />
    </>
  );
}

function UrlAndName({ webhook }: { webhook: EventWebhook }) {
  const t = useWords('email');
  const change = useUpdateEventWebhook(useEmailTarget());
  const save = (wanted: EventWebhookChange, name: string) =>
    change.mutateAsync({ id: webhook.id, ...wanted }).then(() => announce(t('webhook.saved', { name })));
  const elsewhere = generalError(change.error, ['url', 'friendly_name']);
  return (
    <>
      <div className="texts">
        <AutosaveTextField
          label={t('webhook.url')}
          value={webhook.url}
          error={fieldError(change.error, 'url')}
          onEdit={change.reset}
          onSave={(url) => save({ url }, t('webhook.url'))}
        />
        <AutosaveTextField
          label={t('webhook.name')}
          value={webhook.friendly_name ?? ''}
          error={fieldError(change.error, 'friendly_name')}
          onEdit={change.reset}
          onSave={(name) => save({ friendly_name: name === '' ? null : name }, t('webhook.name'))}
        />
      </div>
      {elsewhere !== undefined && (
        <p className="bad" role="alert">
          {elsewhere}
        </p>
      )}
    </>
  );
}

function Kinds({ webhook }: { webhook: EventWebhook }) {
  const t = useWords('email');
  const change = useUpdateEventWebhook(useEmailTarget());
  return (
    <EventKindSwitches
      isOn={(kind) => webhook[kind] === true}
      onChange={(kind, isOn) =>
        change.mutate(
          { id: webhook.id, [kind]: isOn },
          saidByToast(null, (message) => t('saveFailed', { message })),
        )
      }
    />
  );
}
