/** Adding a subaccount: its name, and by what username its parent knows it. */

import { useState } from 'react';
import type { AccountWithToken } from '#api/accounts/resources.ts';
import { useCreateSubaccount } from '../../client/accounts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type Props = { onClose(): void; onMade(account: AccountWithToken): void };

export function NewSubaccountDialog({ onClose, onMade }: Props) {
  const t = useWords('account');
  const create = useCreateSubaccount();
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (name.trim() === '') return;
    create.mutate(
      { FriendlyName: name.trim(), ...(username.trim() !== '' && { Username: username.trim() }) },
      { onSuccess: onMade },
    );
  };
  return (
    <FormDialog
      title={t('form.title')}
      submit={t('form.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <TextField
        label={t('form.name')}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        error={isTried && name.trim() === '' ? t('form.nameMissing') : undefined}
      />
      <TextField
        label={t('form.username')}
        help={t('form.usernameHelp')}
        value={username}
        onChange={setUsername}
        maxLength={64}
        code
      />
    </FormDialog>
  );
}
