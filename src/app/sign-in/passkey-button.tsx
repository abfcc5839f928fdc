/** Signs in by a passkey of this browser; nothing where it can have none. */

import { Fingerprint } from 'lucide-react';
import { hasPasskeys, NoPasskey } from '../client/people/passkeys.ts';
import { usePasskeySignIn } from '../client/people/sign-in.ts';
import { statusOf } from '../client/request.ts';
import { GateFailure } from '../people/gate.tsx';
import { Button } from '../ui/button.tsx';
import { useWords } from '../words/use-words.ts';

export function PasskeyButton({ onSignedIn }: { onSignedIn(): void }) {
  const t = useWords('factors');
  const signIn = usePasskeySignIn();
  if (!hasPasskeys()) return null;
  const failure =
    signIn.error instanceof NoPasskey
      ? t('noPasskey')
      : statusOf(signIn.error) === 401
        ? t('passkeyUnknown')
        : signIn.error?.message;
  return (
    <>
      {failure !== undefined && <GateFailure>{failure}</GateFailure>}
      <Button
        size="lg"
        icon={Fingerprint}
        isBusy={signIn.isPending}
        onPress={() => signIn.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {t('byPasskey')}
      </Button>
    </>
  );
}
