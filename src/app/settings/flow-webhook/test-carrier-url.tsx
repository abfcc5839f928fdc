/** The webhook URL with the secret of the flow, and the button that replaces the secret. */

import { useState } from 'react';
import { useRotateWebhookSecret, useWebhookSecret } from '../../client/webhook-secrets.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useWords } from '../../words/use-words.ts';
import { WebhookUrl } from './webhook-url.tsx';

export function TestCarrierUrl({ sid }: { sid: string }) {
  const t = useWords('flowWebhook');
  const secret = useWebhookSecret(sid);
  return (
    <section className="panel">
      <header>
        <h2>{t('testCarrier')}</h2>
        {secret.data && <RotateSecret sid={sid} />}
      </header>
      <p className="inside">{t('testCarrierText')}</p>
      <div className="inside">
        {secret.isPending && <Skeleton lines={2} />}
        {secret.isError && secret.data === undefined && (
          <ErrorState title={t('secretFailedTitle')} onRetry={() => void secret.refetch()}>
            {secret.error.message}
          </ErrorState>
        )}
        {secret.data && (
          <WebhookUrl
            key={secret.data.webhook_url}
            url={secret.data.webhook_url}
            label={t('secretUrl')}
            copyLabel={t('copySecretUrl')}
            help={t('secretUrlHelp')}
          />
        )}
      </div>
    </section>
  );
}

function RotateSecret({ sid }: { sid: string }) {
  const t = useWords('flowWebhook');
  const [isAsking, setAsking] = useState(false);
  const rotate = useRotateWebhookSecret(sid);
  const close = () => {
    setAsking(false);
    rotate.reset();
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('rotate')}</Button>
      <ConfirmDialog
        title={t('rotateTitle')}
        submit={t('rotate')}
        isOpen={isAsking}
        onSubmit={() => rotate.mutate(undefined, { onSuccess: close })}
        onClose={close}
        isBusy={rotate.isPending}
        failure={rotate.error?.message}
      >
        <p>{t('rotateText')}</p>
      </ConfirmDialog>
    </>
  );
}
