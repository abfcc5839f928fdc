/** The outline: every widget of the flow in reading order, to search, select and edit without the canvas. */

import { LayoutGrid, StickyNote } from 'lucide-react';
import { type Ref, useDeferredValue, useMemo, useState } from 'react';
import { groupTitlesByWidget } from '#flow/annotations/groups.ts';
import { type Note, notesOf } from '#flow/annotations/notes.ts';
import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '#flow/definition.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { onSingleTabStopKey } from '../../ui/single-tab-stop.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { moveFocusByKey } from './arrow-key-focus.ts';
import { outlineOrder } from './outline-order.ts';
import { type OutlineEditing, OutlineRow } from './outline-row.tsx';
import './library.css';
import { Icon } from '../../ui/marks/icon.tsx';

const noGroups: readonly string[] = [];

export type OutlineProps = {
  definition: FlowDefinition;
  selected: ReadonlySet<string>;
  editing: OutlineEditing;
  onClose(): void;
  searchRef?: Ref<HTMLInputElement>;
};

export function Outline({ definition, selected, editing, onClose, searchRef }: OutlineProps) {
  const t = useWords('designer');
  const [query, setQuery] = useState('');
  const shown = useDeferredValue(definition);
  const entries = useMemo(() => outlineOrder(shown), [shown]);
  const groups = useMemo(() => groupTitlesByWidget(shown), [shown]);
  const found = entries.filter(({ id, index }) =>
    matchesQuery(shown.states[index] ?? {}, groups.get(id) ?? noGroups, query),
  );
  const notes = useMemo(() => [...notesOf(shown)], [shown]);
  const foundNotes = notes.filter(([, { text }]) => contains(text, query));
  return (
    <aside
      className="lib"
      data-lane="left"
      aria-label={t('outline')}
      onKeyDown={(event) => {
        if (moveFocusByKey(event.currentTarget, event.key)) event.preventDefault();
        else onSingleTabStopKey(event, null);
      }}
    >
      <div className="hd">
        <div className="grow">
          <SearchField
            label={t('searchOutline')}
            size="sm"
            value={query}
            onChange={setQuery}
            onSubmit={() => found[0] && editing.onShow(found[0].id)}
            {...(searchRef && { inputRef: searchRef })}
          />
        </div>
        <IconButton icon={LayoutGrid} label={t('closeOutline')} data-step="head" onPress={onClose} />
      </div>
      <div className="scroll">
        {found.length + foundNotes.length === 0 && <p className="none">{t('nothingFound')}</p>}
        <ul className="outline">
          {found.map(({ id, index, depth }) => {
            const state = shown.states[index] ?? {};
            return (
              <OutlineRow
                key={id}
                id={id}
                state={state}
                groups={groups.get(id) ?? noGroups}
                isReached={depth !== null}
                isSelected={selected.has(id)}
                editing={editing}
              />
            );
          })}
        </ul>
        <OutlineNotes notes={foundNotes} onShow={editing.onShowNote} />
      </div>
    </aside>
  );
}

/** True when the name, type, properties, conditions or the title of a group contain the query. */
function matchesQuery(state: State, groups: readonly string[], query: string): boolean {
  if (query.trim() === '') return true;
  const { offset: _, ...properties } = propertiesOf(state);
  const texts = [state.name, state.type, widgetTitle(state.type), JSON.stringify(properties)];
  const conditions = JSON.stringify(transitionsOf(state).map((each) => each.conditions ?? []));
  return [...texts, ...groups, conditions].some((text) => text !== undefined && contains(text, query));
}

function contains(text: string, query: string): boolean {
  return text.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase());
}

type OutlineNotesProps = { notes: readonly (readonly [id: string, note: Note])[]; onShow(id: string): void };

/** Below the widgets; each leads to the note, which has its own keys. */
function OutlineNotes({ notes, onShow }: OutlineNotesProps) {
  const t = useWords('designer');
  if (notes.length === 0) return null;
  return (
    <section aria-label={t('notes')}>
      <h3 className="lab">{t('notes')}</h3>
      <ul className="outline">
        {notes.map(([id, { text }]) => (
          <li key={id}>
            <button type="button" className="w" data-step onClick={() => onShow(id)}>
              <Icon of={StickyNote} />
              <span className="grow name clip">{firstLine(text) || t('emptyNote')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first line of a Markdown text that says something, without the marks at its beginning. */
function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[\s#>*-]+/, '').trim());
  return lines.find((line) => line !== '') ?? '';
}
