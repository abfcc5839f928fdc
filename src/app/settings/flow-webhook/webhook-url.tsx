/** A webhook URL that can be copied. */

import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';

type WebhookUrlProps = { url: string; label: string; copyLabel: string; help: string };

export function WebhookUrl({ url, label, copyLabel, help }: WebhookUrlProps) {
  return (
    <div className="address">
      <TextField label={label} value={url} help={help} isReadOnly code />
      <CopyButton text={url} label={copyLabel} />
    </div>
  );
}
