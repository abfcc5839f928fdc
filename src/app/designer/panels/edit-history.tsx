/** The undo history as a list; choosing an entry undoes or redoes up to it. */

import { Link } from '@tanstack/react-router';
import { ListRestart, UsersRound } from 'lucide-react';
import { editText } from '../../changes/edit-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDesigner, useDocument } from '../designer-context.tsx';
import './edit-history.css';

export function EditHistory() {
  const t = useWords('designer');
  return (
    <Popover
      label={t('history')}
      placement="bottom end"
      trigger={<IconButton icon={ListRestart} label={t('history')} />}
    >
      <Entries />
      <AllEdits />
    </Popover>
  );
}

/** The list here has one's own steps; that of the history page has everybody's edits. */
function AllEdits() {
  const t = useWords('designer');
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  if (sid === null) return null;
  return (
    <Link to="/flows/$sid/history" params={{ sid }} search={{ list: 'edits' }} className="it all-edits">
      <Icon of={UsersRound} size={14} />
      {t('allEdits')}
    </Link>
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
