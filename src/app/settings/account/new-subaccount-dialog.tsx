/** Adding a subaccount: its name, and by what username its parent knows it. */

import { useState } from 'react';
import type { AccountWithToken } from '#api/accounts/schemas.ts';
import { useCreateSubaccount } from '../../client/accounts.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { NameDialog } from './name-dialog.tsx';

type Props = { onClose(): void; onMade(account: AccountWithToken): void };

export function NewSubaccountDialog({ onClose, onMade }: Props) {
  const t = useWords('account');
  const create = useCreateSubaccount();
  const [username, setUsername] = useState('');
  return (
    <NameDialog
      title={t('form.title')}
      submit={t('form.submit')}
      onSubmit={(name) =>
        create.mutate(
          { FriendlyName: name, ...(username.trim() !== '' && { Username: username.trim() }) },
          { onSuccess: onMade },
        )
      }
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <TextField
        label={t('form.username')}
        help={t('form.usernameHelp')}
        value={username}
        onChange={setUsername}
        maxLength={64}
        code
      />
    </NameDialog>
  );
}
