/** Shows credentials that have just been made, this once, with a button that copies the secret one. */

import { Copy } from 'lucide-react';
import { Fragment, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.ts';

type SecretDialogProps = {
  title: string;
  fields: readonly { label: string; value: string }[];
  copied: { text: string; label: string };
  onClose(): void;
};

export function SecretDialog({ title, fields, copied, onClose }: SecretDialogProps) {
  const t = useWords('account');
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(copied.text).then(() => setCopied(true));
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
      <dl className="credentials">
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
