/** The undo history as a list; choosing an entry undoes or redoes up to it. */

import { History } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import { editText } from './edit-text.ts';
import './edit-history.css';

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
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the entry's identity
          <li key={index}>
            <button
              type="button"
              className={index >= past.length ? 'it undone' : 'it'}
              aria-current={index === past.length - 1 ? 'step' : undefined}
              onClick={() => commands.jumpTo(index + 1)}
            >
              <span className="grow">{editText(entry.label)}</span>
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
