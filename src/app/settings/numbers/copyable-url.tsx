/** An address to paste at a carrier, with a button that copies it. */

import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.ts';

export function CopyableUrl({
  label,
  url,
  hideLabel = false,
}: {
  label: string;
  url: string;
  hideLabel?: boolean;
}) {
  const t = useWords('numbers');
  const copy = () => void navigator.clipboard.writeText(url).then(() => toast({ message: t('copied') }));
  return (
    <div className="paste">
      <span className={hideLabel ? 'vh' : 'sec'}>{label}</span>
      <code className="mono clip" title={url}>
        {url}
      </code>
      <IconButton icon={Copy} label={t('copy', { label })} onPress={copy} />
    </div>
  );
}
