/** Adding an identity provider, or changing one. */

import { useState } from 'react';
import type { IdentityProviderResource } from '#api/people/sign-in-schemas.ts';
import {
  useCreateIdentityProvider,
  useUpdateIdentityProvider,
} from '../../client/people/identity-providers.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type ProviderDialogProps = { provider: IdentityProviderResource | null; onClose(): void };

export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const t = useWords('identity');
  const create = useCreateIdentityProvider();
  const update = useUpdateIdentityProvider(provider?.sid ?? '');
  const save = provider === null ? create : update;
  const [name, setName] = useState(provider?.name ?? '');
  const [issuer, setIssuer] = useState(provider?.issuer ?? '');
  const [clientId, setClientId] = useState(provider?.client_id ?? '');
  const [secret, setSecret] = useState('');
  const [scopes, setScopes] = useState(provider?.scopes ?? 'openid profile email');
  const [isOn, setOn] = useState(provider === null || provider.status === 'active');
  const [isTried, setTried] = useState(false);
  const missing = (value: string, field: 'name' | 'issuer' | 'clientId') =>
    isTried && value.trim() === '' ? t('providers.missing', { field: t(`providers.${field}`) }) : undefined;
  const submit = () => {
    setTried(true);
    if ([name, issuer, clientId].some((value) => value.trim() === '')) return;
    const form = {
      Name: name,
      ClientId: clientId,
      // One that is stored stays where the field is left empty.
      ClientSecret: secret === '' ? undefined : secret,
      Scopes: scopes.trim() === '' ? undefined : scopes.trim(),
      Status: isOn ? ('active' as const) : ('disabled' as const),
    };
    if (provider === null) create.mutate({ ...form, Issuer: issuer.trim() }, { onSuccess: onClose });
    else update.mutate(form, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t(provider === null ? 'providers.add' : 'providers.editTitle')}
      submit={t(provider === null ? 'providers.add' : 'providers.save')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={save.isPending}
      failure={save.error?.message}
    >
      <TextField
        label={t('providers.name')}
        help={t('providers.nameHelp')}
        autoFocus
        maxLength={60}
        value={name}
        onChange={setName}
        error={missing(name, 'name')}
      />
      <TextField
        label={t('providers.issuer')}
        help={t('providers.issuerHelp')}
        placeholder="https://id.example.org/realms/main"
        code
        isReadOnly={provider !== null}
        value={issuer}
        onChange={setIssuer}
        error={missing(issuer, 'issuer')}
      />
      <TextField
        label={t('providers.clientId')}
        code
        value={clientId}
        onChange={setClientId}
        error={missing(clientId, 'clientId')}
      />
      <TextField
        label={t('providers.secret')}
        type="password"
        autoComplete="new-password"
        help={t(provider?.has_secret === true ? 'providers.secretStored' : 'providers.secretHelp')}
        value={secret}
        onChange={setSecret}
      />
      <TextField
        label={t('providers.scopes')}
        help={t('providers.scopesHelp')}
        code
        value={scopes}
        onChange={setScopes}
      />
      <Switch label={t('providers.on')} isOn={isOn} onChange={setOn} />
    </FormDialog>
  );
}
