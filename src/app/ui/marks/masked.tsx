/** A text that may be masked: then it looks so, and is read as hidden. */

import { isMasked } from '#api/masking/is-masked.ts';
import { useWords } from '../../words/use-words.ts';
import './masked.css';

export function Masked({ text }: { text: string }) {
  const t = useWords('ui');
  if (!isMasked(text)) return text;
  return (
    <span className="masked">
      <span className="vh">{t('hidden')} </span>
      {text}
    </span>
  );
}
