/** Shows the token that an account has just been given, this once. */

import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { AccountWithToken } from '#api/accounts/resources.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.ts';

export function TokenDialog({ made, onClose }: { made: AccountWithToken; onClose(): void }) {
  const t = useWords('account');
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(made.auth_token).then(() => setCopied(true));
  return (
    <Dialog
      title={t('newTitle', { name: made.friendly_name })}
      isOpen
      onClose={onClose}
      // A click outside must not close what is shown only once.
      isBusy
      footer={
        <>
          <Button size="lg" icon={Copy} onPress={copy}>
            {isCopied ? t('copied') : t('copyToken')}
          </Button>
          <Button size="lg" kind="primary" onPress={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <dl className="credentials">
        <dt>{t('sid')}</dt>
        <dd>
          <code>{made.sid}</code>
        </dd>
        <dt>{t('token')}</dt>
        <dd>
          <code>{made.auth_token}</code>
        </dd>
      </dl>
      <p className="sec">{t('newText')}</p>
    </Dialog>
  );
}
