/** Adding an API key of the account: its name, and whether it approves publish requests. */

import { useState } from 'react';
import type { AccountKeyWithSecret } from '#api/accounts/resources.ts';
import { useCreateAccountKey } from '../../client/account-keys.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type Props = { onClose(): void; onMade(key: AccountKeyWithSecret): void };

export function NewAccountKeyDialog({ onClose, onMade }: Props) {
  const t = useWords('account');
  const create = useCreateAccountKey();
  const [name, setName] = useState('');
  const [approves, setApproves] = useState(false);
  const [isTried, setTried] = useState(false);
  const isMissing = name.trim() === '';
  const submit = () => {
    setTried(true);
    if (isMissing) return;
    create.mutate(
      { FriendlyName: name.trim(), ...(approves && { ApprovesPublishing: 'true' }) },
      { onSuccess: onMade },
    );
  };
  return (
    <FormDialog
      title={t('keys.add')}
      submit={t('keys.add')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <TextField
        label={t('form.name')}
        help={t('keys.nameHelp')}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        error={isTried && isMissing ? t('form.nameMissing') : undefined}
      />
      <Checkbox label={t('keys.approves')} isOn={approves} onChange={setApproves}>
        {t('keys.approves')}
      </Checkbox>
    </FormDialog>
  );
}
