/** The list of keyboard shortcuts, from the command table. */

import { useState } from 'react';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/use-words.ts';
import { commandEntry, commandGroups, commandIds, commandName } from '../commands/command-table.ts';
import { keysOf } from '../commands/match-shortcut.ts';
import { useDesigner } from '../designer-context.tsx';
import './shortcuts-dialog.css';

export function ShortcutsDialog() {
  const t = useWords('designer');
  const { view } = useDesigner();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  const found = commandIds.filter(
    (id) => commandEntry(id).shortcuts !== undefined && commandName(id).toLocaleLowerCase().includes(wanted),
  );
  return (
    <Dialog title={t('shortcuts')} isOpen size="wide" bare onClose={() => view.setState({ dialog: null })}>
      <div className="shortcuts">
        <SearchField label={t('findShortcut')} size="sm" autoFocus value={query} onChange={setQuery} />
        {found.length === 0 && <p className="none">{t('noShortcuts')}</p>}
        <div className="columns">
          {commandGroups.map((group) => {
            const ids = found.filter((id) => commandEntry(id).group === group);
            return (
              ids.length > 0 && (
                <section key={group}>
                  <h3>{t(`groups.${group}`)}</h3>
                  <dl>
                    {ids.map((id) => (
                      <div key={id}>
                        <dt>{commandName(id)}</dt>
                        <dd>
                          {commandEntry(id).shortcuts?.map((shortcut) => (
                            <Kbd key={keysOf(shortcut).join()} keys={keysOf(shortcut)} />
                          ))}
                        </dd>
                      </div>
                    ))}
                  </dl>
                </section>
              )
            );
          })}
        </div>
      </div>
    </Dialog>
  );
}
