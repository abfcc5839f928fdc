/** Signing in with the account's SID and token. */

import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { isSid } from '#api/sid.ts';
import { useSignIn } from '../client/people/sign-in.ts';
import { statusOf } from '../client/request.ts';
import { Gate, GateFailure } from '../people/gate.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { useWords } from '../words/use-words.ts';

const route = getRouteApi('/sign-in');

export function AccountForm() {
  const t = useWords('people');
  const identity = useWords('identity');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const signIn = useSignIn();
  const [sid, setSid] = useState('');
  const [token, setToken] = useState('');
  const [isTried, setTried] = useState(false);

  const sidFault = isSid('AC', sid.trim()) ? undefined : t('signIn.sidError');
  const tokenFault = token.trim() === '' ? t('signIn.tokenError') : undefined;
  const submit = () => {
    setTried(true);
    if (sidFault || tokenFault) return;
    signIn.mutate(
      { AccountSid: sid.trim(), AuthToken: token.trim() },
      { onSuccess: () => router.history.push(search.return ?? '/flows') },
    );
  };

  const failureText = (error: Error) => {
    const status = statusOf(error);
    if (status === 401) return t('signIn.rejected');
    return status === 403 ? identity('tokenOff') : error.message;
  };

  return (
    <Gate title={t('signIn.title')} lead={t('signIn.accountLead')} onSubmit={submit}>
      {search.link && !signIn.error && (
        <GateFailure>
          {t(search.link === 'limited' ? 'signIn.linkLimited' : 'signIn.linkExpired')}
        </GateFailure>
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
      {signIn.error && <GateFailure>{failureText(signIn.error)}</GateFailure>}
      <Button kind="primary" size="lg" type="submit" isBusy={signIn.isPending}>
        {t('signIn.submit')}
      </Button>
      <p className="or">{t('signIn.or')}</p>
      <Button size="lg" onPress={() => void navigate({ search: ({ with: _, link: __, ...rest }) => rest })}>
        {t('signIn.byPerson')}
      </Button>
    </Gate>
  );
}
