/** A webhook URL that can be copied. */

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWords } from '../../words/use-words.ts';

type WebhookUrlProps = { url: string; label: string; copyLabel: string; help: string };

export function WebhookUrl({ url, label, copyLabel, help }: WebhookUrlProps) {
  const t = useWords('flowWebhook');
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="address">
      <TextField label={label} value={url} help={help} isReadOnly code />
      <IconButton
        kind="plain"
        icon={isCopied ? Check : Copy}
        label={isCopied ? t('copied') : copyLabel}
        onPress={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
      />
    </div>
  );
}
