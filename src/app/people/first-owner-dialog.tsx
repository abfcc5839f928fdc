/** The form of the first owner: a name, an email address and a password. */

import { useState } from 'react';
import { useCreateFirstOwner } from '../client/people/people.ts';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { toast } from '../ui/overlays/toast.ts';
import { useWords } from '../words/use-words.ts';
import { newPasswordFault } from './new-password.ts';
import { PasswordField } from './password-field.tsx';

export function FirstOwnerDialog({ account, onClose }: { account: string; onClose(): void }) {
  const t = useWords('people');
  const create = useCreateFirstOwner();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const nameFault = name.trim() === '' ? t('nameMissing') : undefined;
  const emailFault = email.trim() === '' ? t('emailMissing') : undefined;
  const passwordFault = newPasswordFault(password, t);
  const submit = () => {
    setTried(true);
    if (nameFault || emailFault || passwordFault) return;
    create.mutate(
      { Name: name.trim(), Email: email.trim(), Password: password },
      {
        onSuccess: (owner) => {
          toast({ message: t('owner.done', { name: owner.name }) });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('owner.title')}
      submit={t('owner.submit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={create.isPending}
      failure={create.error?.message}
    >
      <p className="sec">{t('owner.dialogText', { account })}</p>
      <TextField
        label={t('name')}
        name="name"
        autoComplete="name"
        autoFocus
        maxLength={100}
        help={t('nameHelp')}
        value={name}
        onChange={setName}
        error={isTried ? nameFault : undefined}
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={isTried ? emailFault : undefined}
      />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        help={t('passwordRule')}
        value={password}
        onChange={setPassword}
        error={isTried ? passwordFault : undefined}
      />
    </FormDialog>
  );
}
