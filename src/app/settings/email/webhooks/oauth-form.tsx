/** The form of a webhook's OAuth, for this webhook or for all of them. */

import { useState } from 'react';
import type { EventWebhook, EventWebhookChange } from '#api/email/event-webhooks.ts';
import { useUpdateEventWebhook } from '../../../client/email/event-webhooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { useWords } from '../../../words/use-words.ts';
import { FormFooter } from '../../form-footer.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';

const fields = ['oauth_client_id', 'oauth_client_secret', 'oauth_token_url'] as const;

type OauthFormProps = { webhook: EventWebhook; webhooks: readonly EventWebhook[]; onClose(): void };

export function OauthForm({ webhook, webhooks, onClose }: OauthFormProps) {
  const t = useWords('email');
  const change = useUpdateEventWebhook(useEmailTarget());
  const isSet = webhook.oauth_client_id !== undefined;
  const [client, setClient] = useState(webhook.oauth_client_id ?? '');
  const [secret, setSecret] = useState('');
  const [tokenUrl, setTokenUrl] = useState(webhook.oauth_token_url ?? '');
  const [forAll, setForAll] = useState(false);
  const [isIncomplete, setIncomplete] = useState(false);
  // A stored secret serves its own webhook only: to share credentials the secret has to be given.
  const needsSecret = !isSet || forAll;
  const apply = async (wanted: EventWebhookChange, said: string) => {
    try {
      for (const { id } of forAll ? webhooks : [webhook]) await change.mutateAsync({ id, ...wanted });
      toast({ message: said });
      onClose();
    } catch {
      // The error is shown at its field.
    }
  };
  const submit = () => {
    const isWhole = client.trim() !== '' && tokenUrl.trim() !== '' && (!needsSecret || secret !== '');
    setIncomplete(!isWhole);
    if (!isWhole) return;
    void apply(
      {
        oauth_client_id: client.trim(),
        oauth_token_url: tokenUrl.trim(),
        ...(secret !== '' && { oauth_client_secret: secret }),
      },
      t('oauth.saved'),
    );
  };
  const errorOf = (field: (typeof fields)[number]) => fieldError(change.error, field);
  const otherError = isIncomplete ? t('oauth.missing') : generalError(change.error, fields);
  return (
    <Form className="stacked" onSubmit={submit}>
      <TextField
        label={t('oauth.clientId')}
        value={client}
        onChange={setClient}
        error={errorOf('oauth_client_id')}
      />
      <TextField
        label={t('oauth.clientSecret')}
        type="password"
        autoComplete="off"
        value={secret}
        onChange={setSecret}
        help={t(needsSecret ? 'oauth.secretNew' : 'oauth.secretStored')}
        error={errorOf('oauth_client_secret')}
      />
      <TextField
        label={t('oauth.tokenUrl')}
        value={tokenUrl}
        onChange={setTokenUrl}
        error={errorOf('oauth_token_url')}
      />
      {webhooks.length > 1 && (
        <Switch label={t('oauth.forAll')} help={t('oauth.forAllHelp')} isOn={forAll} onChange={setForAll} />
      )}
      <FormFooter submit={t('save')} isBusy={change.isPending} error={otherError}>
        {isSet && (
          <Button
            kind="danger"
            isDisabled={change.isPending}
            onPress={() => void apply({ oauth_client_id: null }, t('oauth.turnedOff'))}
          >
            {t('oauth.turnOff')}
          </Button>
        )}
        <Button onPress={onClose}>{t('cancel')}</Button>
      </FormFooter>
    </Form>
  );
}
