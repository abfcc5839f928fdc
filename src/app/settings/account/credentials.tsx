/** The credentials of an account: copying its SID, replacing its token, and what is shown only once. */

import { Copy } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { AccountWithToken } from '#api/accounts/schemas.ts';
import { useRotateToken } from '../../client/people/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { copyOrSay } from '../../ui/copy-text.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';

type RotateTokenProps = { sid: string; name: string; label?: string; children: string };

/** The button that gives an account a new token: confirms first, then shows the token once. */
export function RotateToken({ sid, name, label, children }: RotateTokenProps) {
  const t = useWords('account');
  const [isAsking, setAsking] = useState(false);
  const [revokesSessions, setRevokesSessions] = useState(true);
  const [revokesKeys, setRevokesKeys] = useState(false);
  const rotate = useRotateToken();
  return (
    <>
      <Button onPress={() => setAsking(true)} {...(label !== undefined && { 'aria-label': label })}>
        {children}
      </Button>
      <ConfirmDialog
        title={t('rotateTitle')}
        submit={t('rotateSubmit')}
        isOpen={isAsking}
        change={rotate}
        onSubmit={(whenDone) => rotate.mutate({ sid, revokesSessions, revokesKeys }, whenDone)}
        onClose={() => setAsking(false)}
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
      {rotate.data && <TokenDialog made={rotate.data} onClose={rotate.reset} />}
    </>
  );
}

/** Shows the token that an account has just been given, this once. */
export function TokenDialog({ made, onClose }: { made: AccountWithToken; onClose(): void }) {
  const t = useWords('account');
  return (
    <SecretDialog
      title={t('newTitle', { name: made.friendly_name })}
      fields={[
        { label: t('sid'), value: made.sid },
        { label: t('token'), value: made.auth_token },
      ]}
      copied={{ text: made.auth_token, label: t('copyToken') }}
      onClose={onClose}
    />
  );
}

type SecretDialogProps = {
  title: string;
  fields: readonly { label: string; value: string }[];
  copied: { text: string; label: string };
  onClose(): void;
};

/** Shows credentials that have just been made, this once, with a button that copies the secret one. */
export function SecretDialog({ title, fields, copied, onClose }: SecretDialogProps) {
  const t = useWords('account');
  const [isCopied, setCopied] = useState(false);
  const copy = () => void copyOrSay(copied.text, () => setCopied(true));
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      // A click outside must not close what is shown only once.
      isBusy
      footer={
        <>
          <Button size="lg" icon={Copy} onPress={copy}>
            {isCopied ? t('copied') : copied.label}
          </Button>
          <Button size="lg" kind="primary" onPress={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <dl className="facts credentials">
        {fields.map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="sec">{t('newText')}</p>
    </Dialog>
  );
}
