/** Recovery codes that have just been made and are shown this once. */

import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import './people-settings.css';
import { copyOrSay } from '../../ui/copy-text.ts';

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const t = useWords('factors');
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      title={t('factor.codesTitle')}
      isOpen
      onClose={onClose}
      // A click outside must not close what is shown only once.
      isBusy
      footer={
        <>
          <Button size="lg" icon={Copy} onPress={() => void copyOrSay(text, () => setCopied(true))}>
            {t(isCopied ? 'factor.copied' : 'factor.copyCodes')}
          </Button>
          <Button
            size="lg"
            icon={Download}
            onPress={() => downloadFile('recovery-codes.txt', text, 'text/plain')}
          >
            {t('factor.download')}
          </Button>
          <Button size="lg" kind="primary" onPress={onClose}>
            {t('factor.done')}
          </Button>
        </>
      }
    >
      <p className="sec">{t('factor.codesText')}</p>
      <ul className="recovery-codes" aria-label={t('factor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
