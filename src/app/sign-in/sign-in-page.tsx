/** Signing in with the account's SID and token. The server handles the sign-in link, which never loads this page. */

import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { isSid } from '#api/sid.ts';
import { RequestError } from '../client/request.ts';
import { useSignIn } from '../client/session.ts';
import { Logo } from '../shell/logo.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import './sign-in.css';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const t = useWords('shell');
  const search = route.useSearch();
  const router = useRouter();
  const signIn = useSignIn();
  const [sid, setSid] = useState('');
  const [token, setToken] = useState('');
  const [isTried, setTried] = useState(false);
  usePageTitle(t('signIn.title'));

  const sidFault = isSid('AC', sid.trim()) ? undefined : t('signIn.sidError');
  const tokenFault = token.trim() === '' ? t('signIn.tokenError') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (sidFault || tokenFault) return;
    signIn.mutate(
      { AccountSid: sid.trim(), AuthToken: token.trim() },
      { onSuccess: () => router.history.push(search.return ?? '/flows') },
    );
  };

  return (
    <main className="sign-in">
      <form onSubmit={submit} noValidate>
        <Logo />
        <h1>{t('signIn.title')}</h1>
        <p>{t('signIn.lead')}</p>
        {search.link && !signIn.error && (
          <p className="refused" role="alert">
            {t(search.link === 'limited' ? 'signIn.linkLimited' : 'signIn.linkExpired')}
          </p>
        )}
        <TextField
          label={t('signIn.sid')}
          name="account_sid"
          autoComplete="username"
          autoFocus
          code
          value={sid}
          onChange={setSid}
          error={isTried ? sidFault : undefined}
        />
        <TextField
          label={t('signIn.token')}
          name="auth_token"
          type="password"
          autoComplete="current-password"
          code
          value={token}
          onChange={setToken}
          error={isTried ? tokenFault : undefined}
        />
        {signIn.error && (
          <p className="refused" role="alert">
            {isRefusal(signIn.error) ? t('signIn.rejected') : signIn.error.message}
          </p>
        )}
        <Button kind="primary" size="lg" type="submit" isBusy={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
      </form>
    </main>
  );
}

function isRefusal(failure: Error): boolean {
  return failure instanceof RequestError && failure.status === 401;
}
