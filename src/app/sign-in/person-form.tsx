/** Signing in with an email address and a password. */

import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button as PlainButton } from 'react-aria-components/Button';
import { signInFailures } from '#api/people/sign-in-failures.ts';
import { useSessionProviders } from '../client/people/session-providers.ts';
import { secondStepOf, useSignIn } from '../client/people/sign-in.ts';
import { statusOf } from '../client/request.ts';
import { Gate, GateFailure } from '../people/gate.tsx';
import { PasswordField } from '../people/password-field.tsx';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordReset } from './password-reset.tsx';
import { SecondStep } from './second-step.tsx';

const route = getRouteApi('/sign-in');

export function PersonForm() {
  const t = useWords('people');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  /** For a link, which needs the address alone. */
  const [isAsked, setAsked] = useState(false);

  const emailFault = email.trim() === '' ? t('emailMissing') : undefined;
  const passwordFault = password === '' ? t('passwordMissing') : undefined;
  const submit = () => {
    setTried(true);
    if (emailFault || passwordFault) return;
    signIn.mutate(
      { Email: email.trim(), Password: password },
      { onSuccess: (answer) => secondStepOf(answer) === null && goOn() },
    );
  };
  const goOn = () => router.history.push(search.return ?? '/flows');
  const step = secondStepOf(signIn.data);
  if (step !== null) return <SecondStep challenge={step.challenge} onBack={signIn.reset} onSignedIn={goOn} />;

  return (
    <Gate title={t('signIn.title')} lead={t('signIn.lead')} onSubmit={submit}>
      {!signIn.error && <ProviderFailure />}
      {signIn.error && <GateFailure>{failureText(signIn.error, t)}</GateFailure>}
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        maxLength={254}
        value={email}
        onChange={setEmail}
        error={isTried || isAsked ? emailFault : undefined}
      />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={isTried ? passwordFault : undefined}
        aside={
          <PlainButton
            className="link"
            aria-expanded={isForgotten}
            onPress={() => setForgotten(!isForgotten)}
          >
            {t('signIn.forgotten')}
          </PlainButton>
        }
      />
      {isForgotten && (
        <PasswordReset
          email={email.trim()}
          onAsk={() => {
            setAsked(true);
            return emailFault === undefined;
          }}
        />
      )}
      <Button kind="primary" size="lg" type="submit" isBusy={signIn.isPending}>
        {t('signIn.submit')}
      </Button>
      <p className="or">{t('signIn.or')}</p>
      <PasskeyButton onSignedIn={goOn} />
      <ProviderButtons />
      <Button
        size="lg"
        onPress={() => void navigate({ search: (now) => ({ ...now, with: 'account' as const }) })}
      >
        {t('signIn.byAccount')}
      </Button>
    </Gate>
  );
}

/** The same whether the address is unknown or the password wrong: who tries addresses learns nothing. */
function failureText(failure: Error, t: ReturnType<typeof useWords<'people'>>): string {
  const status = statusOf(failure);
  if (status === 401) return t('signIn.noMatch');
  return status === 429 ? t('signIn.limited') : failure.message;
}

/**
 * The ways to the identity providers. Links, and no requests of the page: the browser itself goes there, and comes back
 * with the session.
 */
function ProviderButtons() {
  const t = useWords('identity');
  const { return: back } = route.useSearch();
  const providers = useSessionProviders().data ?? [];
  const search = back === undefined ? '' : `?${new URLSearchParams({ return: back })}`;
  return providers.map(({ sid, name, url }) => (
    <a key={sid} className={buttonClass('plain', 'lg')} href={url + search}>
      <span className="provider-mark" aria-hidden>
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      {t('continueWith', { name })}
    </a>
  ));
}

/** What went wrong on the way back from an identity provider. */
function ProviderFailure() {
  const t = useWords('identity');
  const { failed = '' } = route.useSearch();
  const providers = useSessionProviders().data ?? [];
  const [what, provider] = failed.split('.');
  const failure = signInFailures.find((each) => each === what);
  if (failure === undefined) return null;
  const name = providers.find(({ sid }) => sid === provider)?.name ?? t('someProvider');
  return <GateFailure>{t(`failures.${failure}`, { name })}</GateFailure>;
}
