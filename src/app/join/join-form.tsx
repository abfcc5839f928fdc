/** The form of a link: a new person chooses a name and a password, one who has a password joins with it. */

import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PersonLinkResource } from '#api/people/schemas.ts';
import { useAcceptPersonLink } from '../client/people/person-links.ts';
import { secondStepOf } from '../client/people/sign-in.ts';
import { statusOf } from '../client/request.ts';
import { Gate, GateFailure } from '../people/gate.tsx';
import { newPasswordFault } from '../people/new-password.ts';
import { PasswordField } from '../people/password-field.tsx';
import { RoleChip } from '../people/role-chip.tsx';
import { SecondStep } from '../sign-in/second-step.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';

export function JoinForm({ link, token }: { link: PersonLinkResource; token: string }) {
  const t = useWords('people');
  const navigate = useNavigate();
  const join = useAcceptPersonLink();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const isInvitation = link.purpose === 'invitation';
  const isKnown = isInvitation && link.name !== null;
  const isNew = isInvitation && !isKnown;

  const nameFault = isNew && name.trim() === '' ? t('nameMissing') : undefined;
  const presentFault = password === '' ? t('passwordMissing') : undefined;
  const passwordFault = isKnown ? presentFault : newPasswordFault(password, t);
  const submit = () => {
    setTried(true);
    if (nameFault || passwordFault) return;
    join.mutate(
      { Token: token, Password: password, ...(isNew && { Name: name.trim() }) },
      { onSuccess: (answer) => secondStepOf(answer) === null && goOn() },
    );
  };
  // The link is used up: going back must not lead to it.
  const goOn = () => void navigate({ to: '/flows', replace: true });
  const step = secondStepOf(join.data);
  if (step !== null) {
    const onBack = () => void navigate({ to: '/sign-in', replace: true });
    return <SecondStep challenge={step.challenge} onBack={onBack} onSignedIn={goOn} />;
  }
  const status = statusOf(join.error);
  const failure =
    status === 401
      ? t('join.wrongPassword')
      : status === 404
        ? t('join.goneText')
        : status === 429
          ? t('signIn.limited')
          : join.error?.message;

  return (
    <Gate
      title={isInvitation ? t('join.title', { account: link.account_name ?? '' }) : t('join.passwordTitle')}
      lead={t(isInvitation ? 'join.lead' : 'join.passwordLead', { email: link.email })}
      onSubmit={submit}
    >
      {link.role !== null && (
        <div className="notice role-line">
          <RoleChip role={link.role} />
          {t(`roleTexts.${link.role}`)}
        </div>
      )}
      {isKnown && <p>{t('join.knownLead')}</p>}
      {failure !== undefined && <GateFailure>{failure}</GateFailure>}
      {/* For the password manager, which keeps the password under it. */}
      <input type="email" name="email" autoComplete="username" value={link.email} readOnly hidden />
      {isNew && (
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
      )}
      <PasswordField
        label={t(isInvitation ? 'password' : 'newPassword')}
        autoComplete={isKnown ? 'current-password' : 'new-password'}
        autoFocus={!isNew}
        value={password}
        onChange={setPassword}
        help={isKnown ? undefined : t('passwordRule')}
        error={isTried ? passwordFault : undefined}
      />
      <Button kind="primary" size="lg" type="submit" isBusy={join.isPending}>
        {t(isInvitation ? 'join.submit' : 'join.passwordSubmit')}
      </Button>
      {status === 404 && (
        <Link to="/sign-in" className="link">
          {t('join.toSignIn')}
        </Link>
      )}
    </Gate>
  );
}
