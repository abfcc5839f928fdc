/** What stands around the field of a widget that another author has deleted: who it was, and what can be done with the text. */

import { Copy, RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LostEdit } from '#flow/commands/editor.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { timeAgoInSentence } from '../../words/date-time.ts';
import { useWords } from '../../words/use-words.ts';
import { useDesigner } from '../designer-context.tsx';
import { endKept } from './keep-typed-text.ts';
import { type KeptText, restoredCords, textAt } from './kept-text.ts';
import './kept-text.css';
import { copyOrSay } from '../../ui/copy-text.ts';

export function KeptNotice({ kept }: { kept: KeptText }) {
  const t = useWords('presence');
  const { by, widget } = kept;
  return (
    <div className="kept-notice">
      <Icon of={TriangleAlert} size={16} />
      <p>
        <strong>
          {by === null ? t('keptOwnTitle', { widget }) : t('keptTitle', { name: by || t('someone'), widget })}
        </strong>
        {t('keptHelp')}
      </p>
    </div>
  );
}

export function KeptActions({ kept, lost }: { kept: KeptText; lost: LostEdit }) {
  const t = useWords('presence');
  const designer = useDesigner();
  const [isCopied, setCopied] = useState(false);
  const cords = restoredCords(lost, kept.identity);
  const copy = () => void copyOrSay(textAt(lost.shown, kept.identity, kept.place), () => setCopied(true));
  return (
    <div className="kept-actions">
      <p>{t('restOfWidget')}</p>
      <Button kind="primary" icon={RotateCcw} onPress={() => endKept(designer, kept, true)}>
        {t('restoreKept', { widget: kept.widget })}
      </Button>
      <div className="two">
        <Button icon={Copy} onPress={copy}>
          {t(isCopied ? 'keptCopied' : 'copyKept')}
        </Button>
        <Button onPress={() => endKept(designer, kept, false)}>{t('letGo')}</Button>
      </div>
      <p>
        {cords.length === 0
          ? t('restoresPlace')
          : t('restoresCords', {
              count: cords.length,
              cords: cords.map((cord) => t('restoredCord', cord)).join(', '),
            })}
      </p>
    </div>
  );
}

/** `Deleted by Bruno, 2 min ago`; the time goes on. */
export function useDeletedText(kept: KeptText | null): string {
  const t = useWords('presence');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (kept === null) return;
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, [kept]);
  if (kept === null) return '';
  const ago = timeAgoInSentence(kept.at, Math.max(now, kept.at));
  return kept.by === null
    ? t('deletedByYou', { ago })
    : t('deletedBy', { name: kept.by || t('someone'), ago });
}
