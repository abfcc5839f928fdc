/** An address to paste at a carrier, with a button that copies it. */

import { CopyButton } from '../../ui/copy-button.tsx';
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
  return (
    <div className="paste below">
      <span className={hideLabel ? 'vh' : 'sec'}>{label}</span>
      <code className="mono clip" title={url}>
        {url}
      </code>
      <CopyButton text={url} label={t('copy', { label })} />
    </div>
  );
}
