/** Adding a carrier, or changing one. */

import { useState } from 'react';
import type { CarrierResource } from '#api/messaging/carrier-operations.ts';
import { type CarrierDialect, carrierDialects } from '#api/messaging/dialects.ts';
import { useSaveCarrier } from '../../client/numbers.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

/** What the form asks for: an example of the base URL, and the fields that not every dialect has. */
const needs: Readonly<
  Record<CarrierDialect, { baseUrl: string; key?: true; application?: true; conversations?: true }>
> = {
  default: { baseUrl: 'https://api.carrier.example/2010-04-01', conversations: true },
  signalwire: { baseUrl: 'https://space.signalwire.com/api/laml/2010-04-01', key: true },
  somleng: { baseUrl: 'https://api.somleng.org/2010-04-01' },
  jambonz: { baseUrl: 'https://jambonz.example/api/v1', key: true, application: true },
  telnyx: { baseUrl: 'https://api.telnyx.com/v2', key: true, application: true },
};

export function CarrierDialog({ carrier, onClose }: { carrier: CarrierResource | null; onClose(): void }) {
  const t = useWords('numbers');
  const save = useSaveCarrier(carrier?.sid ?? null);
  const [name, setName] = useState(carrier?.friendly_name ?? '');
  const [dialect, setDialect] = useState<CarrierDialect>(carrier?.dialect ?? 'default');
  const [baseUrl, setBaseUrl] = useState(carrier?.base_url ?? '');
  const [conversations, setConversations] = useState(carrier?.conversations_url ?? '');
  const [account, setAccount] = useState(carrier?.carrier_account_sid ?? '');
  const [token, setToken] = useState('');
  const [signingKey, setSigningKey] = useState('');
  const [application, setApplication] = useState(carrier?.application_sid ?? '');
  const [checks, setChecks] = useState(carrier?.check_signatures ?? true);
  const [isTried, setTried] = useState(false);
  const need = needs[dialect];
  const hasKey = carrier?.has_signing_key === true && carrier.dialect === dialect;
  const missing = (value: string, field: 'name' | 'baseUrl' | 'account' | 'token' | 'signingKey') =>
    isTried && value.trim() === '' ? t('missing', { field: t(`carrierForm.${field}`) }) : undefined;
  const submit = () => {
    setTried(true);
    const needed = [
      ...[name, baseUrl, account],
      ...(carrier === null ? [token] : []),
      ...(need.key && checks && !hasKey ? [signingKey] : []),
    ];
    if (needed.some((value) => value.trim() === '')) return;
    save.mutate(
      {
        FriendlyName: name,
        Dialect: dialect,
        BaseUrl: baseUrl,
        // What follows from the base URL is not made a setting by saving it.
        ConversationsUrl: conversations === carrier?.conversations_url ? undefined : conversations,
        CarrierAccountSid: account,
        AuthToken: token === '' ? undefined : token,
        // A key of another dialect verifies nothing.
        SigningKey: signingKey === '' && (hasKey || !carrier?.has_signing_key) ? undefined : signingKey,
        ApplicationSid: need.application ? application : '',
        CheckSignatures: String(checks),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t(carrier === null ? 'carrierForm.add' : 'carrierForm.edit')}
      submit={t('carrierForm.save')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={save.isPending}
      failure={save.error?.message}
    >
      <TextField
        label={t('carrierForm.name')}
        autoFocus
        value={name}
        onChange={setName}
        error={missing(name, 'name')}
      />
      <Select<CarrierDialect>
        label={t('carrierForm.dialect')}
        help={t('carrierForm.dialectHelp')}
        options={carrierDialects.map((each) => ({ value: each, label: t(`dialects.${each}`) }))}
        value={dialect}
        onChange={setDialect}
      />
      <TextField
        label={t('carrierForm.baseUrl')}
        help={t('carrierForm.baseUrlHelp')}
        placeholder={need.baseUrl}
        code
        value={baseUrl}
        onChange={setBaseUrl}
        error={missing(baseUrl, 'baseUrl')}
      />
      {need.conversations && (
        <TextField
          label={t('carrierForm.conversations')}
          help={t('carrierForm.conversationsHelp')}
          placeholder="https://conversations.carrier.example/v1"
          code
          value={conversations}
          onChange={setConversations}
        />
      )}
      <TextField
        label={t('carrierForm.account')}
        code
        value={account}
        onChange={setAccount}
        error={missing(account, 'account')}
      />
      <TextField
        label={t('carrierForm.token')}
        type="password"
        autoComplete="new-password"
        help={t(carrier === null ? 'carrierForm.tokenHelp' : 'carrierForm.tokenStored')}
        value={token}
        onChange={setToken}
        error={carrier === null ? missing(token, 'token') : undefined}
      />
      {need.key && (
        <TextField
          label={t('carrierForm.signingKey')}
          type="password"
          autoComplete="new-password"
          help={t(hasKey ? 'carrierForm.signingKeyStored' : 'carrierForm.signingKeyHelp')}
          value={signingKey}
          onChange={setSigningKey}
          error={checks && !hasKey ? missing(signingKey, 'signingKey') : undefined}
        />
      )}
      {need.application && (
        <TextField
          label={t('carrierForm.application')}
          help={t('carrierForm.applicationHelp')}
          code
          value={application}
          onChange={setApplication}
        />
      )}
      <Switch
        label={t('carrierForm.check')}
        help={t('carrierForm.checkHelp')}
        isOn={checks}
        onChange={setChecks}
      />
    </FormDialog>
  );
}
