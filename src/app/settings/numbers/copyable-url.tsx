/** An address to paste at a carrier, with a button that copies it. */

import { CopyButton } from '../../ui/copy-button.tsx';
import { useWords } from '../../words/use-words.ts';

export function CopyableUrl({ label, url }: { label: string; url: string }) {
  const t = useWords('numbers');
  return (
    <div className="to-copy below">
      <span className="sec">{label}</span>
      <code className="clip" title={url}>
        {url}
      </code>
      <CopyButton text={url} label={t('copy', { label })} />
    </div>
  );
}
