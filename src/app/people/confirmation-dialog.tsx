/** Asks for the password, a code or a passkey, before something is changed that gives access. */

import '../words/chunks/people-words.ts';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { settleConfirmation } from '../client/people/confirmation.ts';
import { hasPasskeys, NoPasskey } from '../client/people/passkeys.ts';
import { usePasskeys, useSecondFactor } from '../client/people/second-factor.ts';
import { useSession } from '../client/people/session.ts';
import { useConfirmMe } from '../client/people/sign-in.ts';
import { statusOf } from '../client/request.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { PasswordField } from './password-field.tsx';

export function ConfirmationDialog() {
  const t = useWords('factors');
  const people = useWords('people');
  const email = useSession().data?.person?.email ?? '';
  const factor = useSecondFactor().data;
  const hasOwn = (usePasskeys().data?.length ?? 0) > 0 && hasPasskeys();
  const confirm = useConfirmMe();
  const [value, setValue] = useState('');
  const [isTried, setTried] = useState(false);
  const hasPassword = factor?.has_password !== false;
  const hasCode = !hasPassword && factor?.is_enabled === true;
  const fault =
    value.trim() === '' ? (hasPassword ? people('passwordMissing') : t('codeMissing')) : undefined;
  const send = (form: Parameters<typeof confirm.mutate>[0]) =>
    confirm.mutate(form, { onSuccess: () => settleConfirmation(true) });
  const submit = () => {
    setTried(true);
    if (fault === undefined) send(hasPassword ? { Password: value } : { Code: value.trim() });
  };
  const failure =
    confirm.error instanceof NoPasskey
      ? t('noPasskey')
      : statusOf(confirm.error) === 429
        ? people('signIn.limited')
        : statusOf(confirm.error) === 400
          ? t(hasPassword ? 'passwordWrong' : 'codeWrong')
          : confirm.error?.message;
  return (
    <FormDialog
      title={t('confirmTitle')}
      submit={t('confirm')}
      onSubmit={submit}
      onClose={() => settleConfirmation(false)}
      isBusy={confirm.isPending}
      isDisabled={!hasPassword && !hasCode}
      failure={failure}
    >
      <p className="sec">{t(hasPassword || hasCode || hasOwn ? 'confirmText' : 'confirmByProvider')}</p>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label={people('password')}
          autoComplete="current-password"
          autoFocus
          value={value}
          onChange={setValue}
          error={isTried ? fault : undefined}
        />
      )}
      {hasCode && (
        <TextField
          label={t('code')}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          code
          value={value}
          onChange={setValue}
          error={isTried ? fault : undefined}
        />
      )}
      {hasOwn && (
        <Button icon={Fingerprint} onPress={() => send(undefined)} isBusy={confirm.isPending}>
          {t('byPasskey')}
        </Button>
      )}
    </FormDialog>
  );
}
