/** The webhook URL with the secret of the flow, and the button that replaces the secret. */

import { useState } from 'react';
import { useMay } from '../../client/people/session.ts';
import { useRotateWebhookSecret, useWebhookSecret } from '../../client/webhook-secrets.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { useWords } from '../../words/use-words.ts';
import { SeeingNeeds } from '../permission-guard.tsx';
import { WebhookUrl } from './webhook-url.tsx';

export function TestCarrierUrl({ sid }: { sid: string }) {
  const t = useWords('flowWebhook');
  if (useMay('keys.write')) return <SecretUrl sid={sid} />;
  return (
    <Panel title={t('testCarrier')}>
      <SeeingNeeds permission="keys.write">{null}</SeeingNeeds>
    </Panel>
  );
}

function SecretUrl({ sid }: { sid: string }) {
  const t = useWords('flowWebhook');
  const secret = useWebhookSecret(sid);
  return (
    <Panel title={t('testCarrier')} actions={secret.data && <RotateSecret sid={sid} />}>
      <p className="inside">{t('testCarrierText')}</p>
      <div className="inside">
        <Loaded query={secret} failedTitle={t('secretFailedTitle')} lines={2}>
          {({ webhook_url: url }) => (
            <WebhookUrl
              url={url}
              label={t('secretUrl')}
              copyLabel={t('copySecretUrl')}
              help={t('secretUrlHelp')}
            />
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

function RotateSecret({ sid }: { sid: string }) {
  const t = useWords('flowWebhook');
  const [isAsking, setAsking] = useState(false);
  const rotate = useRotateWebhookSecret(sid);
  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('rotate')}</Button>
      <ConfirmDialog
        title={t('rotateTitle')}
        submit={t('rotate')}
        isOpen={isAsking}
        change={rotate}
        onSubmit={(whenDone) => rotate.mutate(undefined, whenDone)}
        onClose={() => setAsking(false)}
      >
        <p>{t('rotateText')}</p>
      </ConfirmDialog>
    </>
  );
}
