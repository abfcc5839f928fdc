/** The form of a new security policy: a signature, OAuth, or both. */

import { useState } from 'react';
import { useCreatePolicy } from '../../../client/email/security-policies.ts';
import { announce } from '../../../shell/announce.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { FormFooter } from '../../form-footer.tsx';
import { fieldError, generalError } from '../field-errors.ts';
import { useEmailTarget } from '../use-email-target.ts';

const empty = { name: '', signs: true, authorizes: false, client: '', secret: '', tokenUrl: '' };
const fields = ['name', 'oauth.client_id', 'oauth.client_secret', 'oauth.token_url'] as const;

export function PolicyForm({ onClose }: { onClose(): void }) {
  const t = useWords('email');
  const create = useCreatePolicy(useEmailTarget());
  const [values, setValues] = useState(empty);
  const [missing, setMissing] = useState<string | undefined>();
  const { name, signs, authorizes, client, secret, tokenUrl } = values;
  const set = (next: Partial<typeof values>) => {
    setValues({ ...values, ...next });
    setMissing(undefined);
    create.reset();
  };
  const submit = () => {
    if (name.trim() === '') return setMissing(t('policies.nameMissing'));
    if (!signs && !authorizes) return setMissing(t('policies.nothingChosen'));
    if (authorizes && [client, secret, tokenUrl].some((each) => each.trim() === ''))
      return setMissing(t('oauth.missing'));
    const oauth = { client_id: client.trim(), client_secret: secret, token_url: tokenUrl.trim() };
    const wanted = { name: name.trim(), signature: { enabled: signs }, ...(authorizes && { oauth }) };
    create.mutate(wanted, {
      onSuccess: () => {
        announce(t('policies.created', { name: wanted.name }));
        onClose();
      },
    });
  };
  const errorOf = (field: (typeof fields)[number]) => fieldError(create.error, field);
  const otherError = missing ?? generalError(create.error, fields);
  return (
    <Form className="stacked" onSubmit={submit}>
      <TextField
        label={t('policies.name')}
        autoFocus
        maxLength={100}
        value={name}
        onChange={(text) => set({ name: text })}
        error={errorOf('name')}
      />
      <Switch
        label={t('policies.sign')}
        help={t('policies.signHelp')}
        isOn={signs}
        onChange={(isOn) => set({ signs: isOn })}
      />
      <Switch
        label={t('policies.authorize')}
        help={t('policies.authorizeHelp')}
        isOn={authorizes}
        onChange={(isOn) => set({ authorizes: isOn })}
      />
      {authorizes && (
        <>
          <TextField
            label={t('oauth.clientId')}
            value={client}
            onChange={(text) => set({ client: text })}
            error={errorOf('oauth.client_id')}
          />
          <TextField
            label={t('oauth.clientSecret')}
            type="password"
            autoComplete="off"
            value={secret}
            onChange={(text) => set({ secret: text })}
            error={errorOf('oauth.client_secret')}
          />
          <TextField
            label={t('oauth.tokenUrl')}
            value={tokenUrl}
            onChange={(text) => set({ tokenUrl: text })}
            error={errorOf('oauth.token_url')}
          />
        </>
      )}
      <FormFooter submit={t('policies.create')} isBusy={create.isPending} error={otherError}>
        <Button onPress={onClose}>{t('cancel')}</Button>
      </FormFooter>
    </Form>
  );
}
