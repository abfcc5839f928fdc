/** Adding a subaccount: its name, and by what username its parent knows it. */

import { type FormEvent, useId, useState } from 'react';
import type { AccountWithToken } from '#api/accounts.ts';
import { useCreateSubaccount } from '../../client/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type Props = { isOpen: boolean; onClose(): void; onMade(account: AccountWithToken): void };

export function NewSubaccountDialog({ isOpen, onClose, onMade }: Props) {
  const t = useWords('account');
  const form = useId();
  const create = useCreateSubaccount();
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog
      title={t('form.title')}
      isOpen={isOpen}
      onClose={close}
      isBusy={create.isPending}
      footer={
        <>
          <Button size="lg" onPress={close}>
            {t('cancel')}
          </Button>
          <Button size="lg" kind="primary" type="submit" form={form} isBusy={create.isPending}>
            {t('form.submit')}
          </Button>
        </>
      }
    >
      <Fields id={form} onSubmit={(values) => create.mutate(values, { onSuccess: onMade })} />
      {create.error && (
        <p className="failure" role="alert">
          {create.error.message}
        </p>
      )}
    </Dialog>
  );
}

type FieldsProps = { id: string; onSubmit(values: { FriendlyName: string; Username?: string }): void };

function Fields({ id, onSubmit }: FieldsProps) {
  const t = useWords('account');
  const [name, setName] = useState('');
  const [username, setUsername] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    onSubmit({ FriendlyName: name.trim(), ...(username.trim() !== '' && { Username: username.trim() }) });
  };
  return (
    <form id={id} onSubmit={submit} className="subaccount-form" noValidate>
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
    </form>
  );
}
