/** Making a rule. */

import { useState } from 'react';
import type { Role } from '#api/people/roles.ts';
import type { IdentityProviderResource } from '#api/people/sign-in-schemas.ts';
import { useSubaccounts } from '../../client/people/accounts.ts';
import { useCreateSignInRule } from '../../client/people/identity-providers.ts';
import { useSession } from '../../client/people/session.ts';
import { RoleCards } from '../../people/role-cards.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type RuleDialogProps = { providers: readonly IdentityProviderResource[]; onClose(): void };

const operators = ['contains', 'is'] as const;

export function RuleDialog({ providers, onClose }: RuleDialogProps) {
  const t = useWords('identity');
  const session = useSession().data;
  const subaccounts = useSubaccounts().data ?? [];
  const create = useCreateSignInRule();
  const [provider, setProvider] = useState(providers[0]?.sid ?? '');
  const [name, setName] = useState('');
  const [claim, setClaim] = useState('groups');
  const [operator, setOperator] = useState<(typeof operators)[number]>('contains');
  const [value, setValue] = useState('');
  const [account, setAccount] = useState(session?.account_sid ?? '');
  const [role, setRole] = useState<Role>('viewer');
  const [isTried, setTried] = useState(false);
  const missing = (text: string, field: 'name' | 'claim' | 'value') =>
    isTried && text.trim() === '' ? t('providers.missing', { field: t(`rules.${field}`) }) : undefined;
  const submit = () => {
    setTried(true);
    if ([name, claim, value].some((text) => text.trim() === '')) return;
    create.mutate(
      {
        ProviderSid: provider,
        Name: name,
        Claim: claim,
        Operator: operator,
        Value: value,
        AccountSid: account,
        Role: role,
      },
      { onSuccess: onClose },
    );
  };
  const accounts = [
    ...(session ? [{ value: session.account_sid, label: session.friendly_name }] : []),
    ...subaccounts.map(({ sid, friendly_name }) => ({ value: sid, label: friendly_name })),
  ];
  return (
    <FormDialog
      title={t('rules.addTitle')}
      submit={t('rules.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <TextField
        label={t('rules.name')}
        help={t('rules.nameHelp')}
        autoFocus
        maxLength={60}
        value={name}
        onChange={setName}
        error={missing(name, 'name')}
      />
      {providers.length > 1 && (
        <Select
          label={t('rules.provider')}
          options={providers.map((each) => ({ value: each.sid, label: each.name }))}
          value={provider}
          onChange={setProvider}
        />
      )}
      <TextField
        label={t('rules.claim')}
        help={t('rules.claimHelp')}
        code
        value={claim}
        onChange={setClaim}
        error={missing(claim, 'claim')}
      />
      <Select<(typeof operators)[number]>
        label={t('rules.operator')}
        options={operators.map((each) => ({ value: each, label: t(`rules.${each}`) }))}
        value={operator}
        onChange={setOperator}
      />
      <TextField
        label={t('rules.value')}
        code
        value={value}
        onChange={setValue}
        error={missing(value, 'value')}
      />
      {accounts.length > 1 && (
        <Select
          label={t('rules.account')}
          help={t('rules.accountHelp')}
          options={accounts}
          value={account}
          onChange={setAccount}
        />
      )}
      <RoleCards own={session?.role ?? 'viewer'} value={role} onChange={setRole} />
    </FormDialog>
  );
}
