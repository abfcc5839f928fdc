/** Where a session leads that lacks the second factor which the account requires, until it is set up. */

import '../../words/chunks/people-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionKey } from '../../client/people/session.ts';
import { useSignOut } from '../../client/people/sign-in.ts';
import { Gate } from '../../people/gate.tsx';
import { FrameDialog } from '../../shell/frame-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.ts';
import { SecondFactorDialog } from './second-factor-dialog.tsx';

export function RequiredFactorPage() {
  const t = useWords('factors');
  const navigate = useNavigate();
  const signOut = useSignOut();
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <Gate title={t('required.title')} lead={t('required.lead')}>
      <Button kind="primary" size="lg" onPress={() => setOpen(true)}>
        {t('factor.setUp')}
      </Button>
      <Button
        size="lg"
        isBusy={signOut.isPending}
        onPress={() => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }) })}
      >
        {t('required.signOut')}
      </Button>
      {isOpen && (
        <SecondFactorDialog
          onClose={() => {
            setOpen(false);
            // Asked for again: it leads back here where the factor was not set up.
            cache.removeQueries({ queryKey: sessionKey });
            void navigate({ to: '/flows' });
          }}
        />
      )}
      <FrameDialog />
    </Gate>
  );
}
