/** Password reset for who has forgotten it: a link by email where they are sent, otherwise whom to ask. */

import { Info, Mail } from 'lucide-react';
import { useAskPasswordLink, useSendsPasswordLinks } from '../client/people/session-providers.ts';
import { statusOf } from '../client/request.ts';
import { GateFailure } from '../people/gate.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';

/** `onAsk` says whether an address is there to send to. */
export function PasswordReset({ email, onAsk }: { email: string; onAsk(): boolean }) {
  const t = useWords('people');
  const isSent = useSendsPasswordLinks();
  const ask = useAskPasswordLink();
  if (ask.isSuccess) {
    return (
      <p className="notice" role="status">
        <Icon of={Mail} size={16} />
        {t('signIn.forgottenSent', { email: ask.variables })}
      </p>
    );
  }
  return (
    <>
      <p className="notice" role="status">
        <Icon of={isSent ? Mail : Info} size={16} />
        {t(isSent ? 'signIn.forgottenMail' : 'signIn.forgottenText')}
      </p>
      {ask.error && (
        <GateFailure>{statusOf(ask.error) === 429 ? t('signIn.limited') : ask.error.message}</GateFailure>
      )}
      {isSent && (
        <Button size="lg" isBusy={ask.isPending} onPress={() => onAsk() && ask.mutate(email)}>
          {t('signIn.forgottenSend')}
        </Button>
      )}
    </>
  );
}
