/** What was done, by name and in order; each entry can be gone back or forward to. */

import { History } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';

export function EditHistory() {
  const t = useWords('designer');
  return (
    <Popover
      label={t('history')}
      placement="bottom end"
      trigger={<IconButton icon={History} label={t('history')} />}
    >
      <Entries />
    </Popover>
  );
}

function Entries() {
  const t = useWords('designer');
  const { commands } = useDesigner();
  const { past, future } = useDocument((state) => state.history);
  const entries = [...past, ...future];
  if (entries.length === 0) return <p className="ph">{t('historyEmpty')}</p>;
  return (
    <ol className="items entries" reversed>
      {entries
        .map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
          <li key={index}>
            <button
              type="button"
              className={index >= past.length ? 'it undone' : 'it'}
              aria-current={index === past.length - 1 ? 'step' : undefined}
              onClick={() => commands.jumpTo(index + 1)}
            >
              <span className="grow">{t(`edits.${entry.name}`)}</span>
              {index === past.length - 1 && <span className="hint">{t('historyNow')}</span>}
            </button>
          </li>
        ))
        .reverse()}
      <li>
        <button type="button" className="it" onClick={() => commands.jumpTo(0)}>
          {t('historyStart')}
        </button>
      </li>
    </ol>
  );
}
