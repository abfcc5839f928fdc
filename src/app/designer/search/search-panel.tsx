/** The search panel: finds widgets and places in the flow, and replaces texts with a preview. */

import { Replace, Search, X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../../words/use-words.ts';
import { shortcutKeys } from '../commands/command-table.ts';
import { useDesigner, useView } from '../designer-context.tsx';
import { moveFocusByKey } from '../panels/arrow-key-focus.ts';
import '../panels/library.css';
import { LatePart } from '../../ui/states/late-part.tsx';
import { ReplacementPreview, SearchResults } from '../panels/late-panels.ts';
import './search.css';

export function SearchPanel({ searchRef }: { searchRef: Ref<HTMLInputElement> }) {
  const t = useWords('search');
  const { view, commands } = useDesigner();
  const mode = useView((state) => state.search);
  const [query, setQuery] = useState('');
  const isReplacing = mode === 'replace';
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    view.setState({ search: null });
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    else commands.focusCanvas();
  };
  return (
    <aside
      className="lib search-panel"
      data-lane="left"
      aria-label={t('title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
        else if (moveFocusByKey(event.currentTarget, event.key)) event.preventDefault();
      }}
    >
      <div className="hd">
        <div className="grow">
          <SearchField
            label={t(isReplacing ? 'find' : 'field')}
            size="sm"
            autoFocus
            value={query}
            onChange={setQuery}
            inputRef={searchRef}
          />
        </div>
        <IconButton
          icon={isReplacing ? Search : Replace}
          label={t(isReplacing ? 'title' : 'replaceMode')}
          keys={shortcutKeys(isReplacing ? 'findInFlow' : 'replaceInFlow')}
          onPress={() => view.setState({ search: isReplacing ? 'find' : 'replace' })}
        />
        <IconButton icon={X} label={t('close')} onPress={close} />
      </div>
      <LatePart part={mode}>
        {isReplacing ? (
          <ReplacementPreview text={query} />
        ) : (
          <SearchResults
            query={query}
            onFilter={(filter) => setQuery(`${query.trimEnd()} ${filter}`.trimStart())}
          />
        )}
      </LatePart>
    </aside>
  );
}
