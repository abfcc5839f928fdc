/** The form for a new event webhook: URL, name and event kinds. */

import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { eventKinds, type WebhookKind } from '#api/email/event-webhooks.ts';
import { useCreateEventWebhook } from '../../../client/email/event-webhooks.ts';
import { buttonClass } from '../../../ui/button-class.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { FormFooter } from '../../form-footer.tsx';
import { EmailHeader } from '../email-header.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';
import { EventKindSwitches } from './event-kind-switches.tsx';
import './webhooks.css';

const route = getRouteApi('/shell/settings/email/webhooks/new');

export function NewWebhookPage() {
  const t = useWords('email');
  const navigate = route.useNavigate();
  const create = useCreateEventWebhook(useEmailTarget());
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [kinds, setKinds] = useState<ReadonlySet<WebhookKind>>(new Set(eventKinds));
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (url.trim() === '') return;
    const chosen = Object.fromEntries([...kinds].map((kind) => [kind, true]));
    create.mutate(
      { url: url.trim(), ...(name.trim() !== '' && { friendly_name: name.trim() }), ...chosen },
      {
        onSuccess: ({ id }) => void navigate({ to: '/settings/email/webhooks/$id', params: { id } }),
      },
    );
  };
  const isMissing = isTried && url.trim() === '';
  const otherError = generalError(create.error, ['url', 'friendly_name']);
  return (
    <>
      <EmailHeader title={t('webhook.newTitle')} lead={t('webhook.newLead')} />
      <Form className="panel webhook narrow-form" onSubmit={submit}>
        <div className="filled">
          <div className="texts">
            <TextField
              label={t('webhook.url')}
              help={t('webhook.urlHelp')}
              value={url}
              onChange={(text) => {
                setUrl(text);
                create.reset();
              }}
              error={isMissing ? t('webhook.urlMissing') : fieldError(create.error, 'url')}
            />
            <TextField
              label={t('webhook.name')}
              value={name}
              onChange={setName}
              error={fieldError(create.error, 'friendly_name')}
            />
          </div>
          <EventKindSwitches
            isOn={(kind) => kinds.has(kind)}
            onChange={(kind, isOn) =>
              setKinds(new Set(isOn ? [...kinds, kind] : [...kinds].filter((each) => each !== kind)))
            }
          />
          <FormFooter submit={t('webhook.create')} isBusy={create.isPending} error={otherError}>
            <Link to="/settings/email" className={buttonClass()}>
              {t('cancel')}
            </Link>
          </FormFooter>
        </div>
      </Form>
    </>
  );
}
