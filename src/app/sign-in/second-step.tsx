/** The second step of signing in: a code of the authenticator app, a passkey, or a recovery code. */

import { useState } from 'react';
import { useSecondStep } from '../client/people/sign-in.ts';
import { statusOf } from '../client/request.ts';
import { Gate, GateFailure } from '../people/gate.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { PasskeyButton } from './passkey-button.tsx';

type SecondStepProps = {
  challenge: string;
  /** With another account, or after the challenge is over. */
  onBack(): void;
  onSignedIn(): void;
};

export function SecondStep({ challenge, onBack, onSignedIn }: SecondStepProps) {
  const t = useWords('factors');
  const people = useWords('people');
  const step = useSecondStep();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const digits = code.replace(/\s/g, '');
  const fault =
    (isRecovery ? code.trim() === '' : !/^\d{6}$/.test(digits)) &&
    t(isRecovery ? 'recoveryMissing' : 'codeMissing');
  const submit = () => {
    setTried(true);
    if (fault !== false) return;
    step.mutate({ Challenge: challenge, Code: isRecovery ? code.trim() : digits }, { onSuccess: onSignedIn });
  };
  const status = statusOf(step.error);
  const isOver = status === 400;
  const failure =
    status === 401
      ? t(isRecovery ? 'recoveryWrong' : 'codeWrong')
      : isOver
        ? t('tooLate')
        : status === 429
          ? people('signIn.limited')
          : step.error?.message;
  return (
    <Gate title={t('codeTitle')} lead={t(isRecovery ? 'recoveryLead' : 'codeLead')} onSubmit={submit}>
      {failure !== undefined && <GateFailure>{failure}</GateFailure>}
      <TextField
        key={String(isRecovery)}
        label={t(isRecovery ? 'recoveryCode' : 'code')}
        name="code"
        autoComplete="one-time-code"
        autoFocus
        code
        maxLength={40}
        value={code}
        onChange={setCode}
        error={isTried && fault !== false ? fault : undefined}
      />
      {isOver ? (
        <Button kind="primary" size="lg" onPress={onBack}>
          {t('again')}
        </Button>
      ) : (
        <Button kind="primary" size="lg" type="submit" isBusy={step.isPending}>
          {people('signIn.submit')}
        </Button>
      )}
      <p className="or">{people('signIn.or')}</p>
      <PasskeyButton onSignedIn={onSignedIn} />
      <Button
        size="lg"
        onPress={() => {
          setRecovery(!isRecovery);
          setCode('');
          setTried(false);
          step.reset();
        }}
      >
        {t(isRecovery ? 'byApp' : 'byRecovery')}
      </Button>
      <p className="small">{t('lost')}</p>
    </Gate>
  );
}
