/** The button that gives an account a new token: confirms first, then shows the token once. */

import { useState } from 'react';
import { useRotateToken } from '../../client/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useWords } from '../../words/use-words.ts';
import { TokenDialog } from './token-dialog.tsx';

type RotateTokenProps = { sid: string; name: string; label?: string; children: string };

export function RotateToken({ sid, name, label, children }: RotateTokenProps) {
  const t = useWords('account');
  const [isAsking, setAsking] = useState(false);
  const [revokesSessions, setRevokesSessions] = useState(true);
  const [revokesKeys, setRevokesKeys] = useState(false);
  const rotate = useRotateToken();
  const close = () => {
    setAsking(false);
    rotate.reset();
  };
  const made = rotate.data;
  return (
    <>
      <Button onPress={() => setAsking(true)} {...(label !== undefined && { 'aria-label': label })}>
        {children}
      </Button>
      <ConfirmDialog
        title={t('rotateTitle')}
        submit={t('rotateSubmit')}
        isOpen={isAsking && made === undefined}
        onSubmit={() => rotate.mutate({ sid, revokesSessions, revokesKeys })}
        onClose={close}
        isBusy={rotate.isPending}
        failure={rotate.error?.message}
      >
        <p>{t('rotateText', { name })}</p>
        <Switch
          label={t('revokeSessions')}
          help={t('revokeSessionsHelp')}
          isOn={revokesSessions}
          onChange={setRevokesSessions}
        />
        <Switch
          label={t('revokeKeys')}
          help={t('revokeKeysHelp')}
          isOn={revokesKeys}
          onChange={setRevokesKeys}
        />
      </ConfirmDialog>
      {made && <TokenDialog made={made} onClose={close} />}
    </>
  );
}
