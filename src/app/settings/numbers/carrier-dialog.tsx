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

type Field = 'name' | 'baseUrl' | 'conversations' | 'account' | 'token' | 'signingKey' | 'application';

export function CarrierDialog({ carrier, onClose }: { carrier: CarrierResource | null; onClose(): void }) {
  const t = useWords('numbers');
  const save = useSaveCarrier(carrier?.sid ?? null);
  const [values, setValues] = useState<Readonly<Record<Field, string>>>({
    name: carrier?.friendly_name ?? '',
    baseUrl: carrier?.base_url ?? '',
    conversations: carrier?.conversations_url ?? '',
    account: carrier?.carrier_account_sid ?? '',
    token: '',
    signingKey: '',
    application: carrier?.application_sid ?? '',
  });
  const [dialect, setDialect] = useState<CarrierDialect>(carrier?.dialect ?? 'default');
  const [checks, setChecks] = useState(carrier?.check_signatures ?? true);
  const [isTried, setTried] = useState(false);
  const need = needs[dialect];
  const hasKey = carrier?.has_signing_key === true && carrier.dialect === dialect;
  const missing = (
    [
      ...['name', 'baseUrl', 'account'],
      ...(carrier === null ? ['token'] : []),
      ...(need.key && checks && !hasKey ? ['signingKey'] : []),
    ] as Field[]
  ).filter((field) => values[field].trim() === '');
  const field = (name: Field) => ({
    label: t(`carrierForm.${name}`),
    value: values[name],
    onChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
    error: isTried && missing.includes(name) ? t('missing', { field: t(`carrierForm.${name}`) }) : undefined,
  });
  const submit = () => {
    setTried(true);
    if (missing.length > 0) return;
    save.mutate(formOf(carrier, { ...values, dialect, checks }), { onSuccess: onClose });
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
      <TextField {...field('name')} autoFocus />
      <Select<CarrierDialect>
        label={t('carrierForm.dialect')}
        help={t('carrierForm.dialectHelp')}
        options={carrierDialects.map((each) => ({ value: each, label: t(`dialects.${each}`) }))}
        value={dialect}
        onChange={setDialect}
      />
      <TextField {...field('baseUrl')} help={t('carrierForm.baseUrlHelp')} placeholder={need.baseUrl} code />
      {need.conversations && (
        <TextField
          {...field('conversations')}
          help={t('carrierForm.conversationsHelp')}
          placeholder="https://conversations.carrier.example/v1"
          code
        />
      )}
      <TextField {...field('account')} code />
      <TextField
        {...field('token')}
        type="password"
        autoComplete="new-password"
        help={t(carrier === null ? 'carrierForm.tokenHelp' : 'carrierForm.tokenStored')}
      />
      {need.key && (
        <TextField
          {...field('signingKey')}
          type="password"
          autoComplete="new-password"
          help={t(hasKey ? 'carrierForm.signingKeyStored' : 'carrierForm.signingKeyHelp')}
        />
      )}
      {need.application && (
        <TextField {...field('application')} help={t('carrierForm.applicationHelp')} code />
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

type Entered = Readonly<Record<Field, string>> & {
  readonly dialect: CarrierDialect;
  readonly checks: boolean;
};

function formOf(carrier: CarrierResource | null, entered: Entered) {
  const { dialect, conversations, token, signingKey } = entered;
  const keepsKey = carrier === null || !carrier.has_signing_key || carrier.dialect === dialect;
  return {
    FriendlyName: entered.name,
    Dialect: dialect,
    BaseUrl: entered.baseUrl,
    // What follows from the base URL is not made a setting by saving it.
    ConversationsUrl: conversations === carrier?.conversations_url ? undefined : conversations,
    CarrierAccountSid: entered.account,
    AuthToken: token === '' ? undefined : token,
    // A key of another dialect verifies nothing.
    SigningKey: signingKey === '' && keepsKey ? undefined : signingKey,
    ApplicationSid: needs[dialect].application ? entered.application : '',
    CheckSignatures: String(entered.checks),
  };
}
