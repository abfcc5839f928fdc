/** The widget library: all widget types by category, to search, drag onto the canvas, or add by key. */

import { ChevronDown, GripVertical } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import { categories, widgetType, widgetTypes } from '#flow/widgets/widget-types.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { onSingleTabStopKey } from '../../ui/single-tab-stop.ts';
import { useWords } from '../../words/use-words.ts';
import { commandTable, shortcutKeys } from '../commands/command-table.ts';
import { type ListedType, listTypes } from '../finding/found-list.ts';
import { LateHowNote } from '../finding/late-how-note.tsx';
import { readyMades, titleOfAny } from '../finding/ready-made.ts';
import { loadFinder, useFinder } from '../finding/use-finder.ts';
import { moveFocusByKey } from './arrow-key-focus.ts';
import { WidgetChip } from './widget-chip.tsx';
import './library.css';

/** The media type of a widget that is dragged out of the library. */
export const widgetDragType = 'application/x-patchbay-widget';

export type WidgetLibraryProps = {
  /** A flow has one trigger; the library offers another only when there is none. */
  hasTrigger: boolean;
  onAdd(type: string): void;
  onOutline(): void;
  searchRef?: Ref<HTMLInputElement>;
};

const allTypes = Object.values(widgetTypes);

export function WidgetLibrary({ hasTrigger, onAdd, onOutline, searchRef }: WidgetLibraryProps) {
  const t = useWords('designer');
  const [query, setQuery] = useState('');
  const isSearching = query.trim() !== '';
  const find = useFinder(isSearching);
  const { types: found, how } = listTypes(find, query, hasTrigger);
  const add = (type: string) => {
    setQuery('');
    onAdd(type);
  };
  /** For a person who types before the search is loaded: Enter waits for its results. */
  const addFirst = async () => {
    const list = find === null ? listTypes(await loadFinder(), query, hasTrigger) : { types: found, how };
    const [first] = list.types;
    if (first !== undefined && list.how === null) add(first.type);
  };
  return (
    <aside
      className="lib"
      data-lane="left"
      aria-label={t('library')}
      onKeyDown={(event) => {
        if (moveFocusByKey(event.currentTarget, event.key)) event.preventDefault();
        else onSingleTabStopKey(event, null);
      }}
    >
      <div className="hd">
        <div className="grow">
          <SearchField
            label={t('searchLibrary', { count: allTypes.length })}
            size="sm"
            shortcut="/"
            value={query}
            onChange={setQuery}
            onSubmit={() => {
              if (isSearching) void addFirst();
            }}
            {...(searchRef && { inputRef: searchRef })}
          />
        </div>
        <IconButton
          icon={commandTable.showOutline.icon}
          label={t('openOutline')}
          keys={shortcutKeys('showOutline')}
          data-step="head"
          onPress={onOutline}
        />
      </div>
      <div className="scroll">
        {isSearching ? (
          <>
            {how !== null && <LateHowNote how={how} />}
            {found.length === 0 && <p className="none">{t('nothingFound')}</p>}
            <ul>
              {found.map((each, index) => (
                <Found
                  key={each.type}
                  found={each}
                  heading={each.heading === found[index - 1]?.heading ? null : each.heading}
                  isFirst={index === 0 && how === null}
                  onAdd={() => add(each.type)}
                />
              ))}
            </ul>
          </>
        ) : (
          <Categories hasTrigger={hasTrigger} onAdd={add} />
        )}
      </div>
    </aside>
  );
}

function Categories({ hasTrigger, onAdd }: Pick<WidgetLibraryProps, 'hasTrigger' | 'onAdd'>) {
  const t = useWords('designer');
  return (
    <>
      <Category title={t('readyMade.title')} count={readyMades.length}>
        {readyMades.map((type) => (
          <Entry key={type} type={type} help={t(`readyMade.${type}Text`)} onAdd={() => onAdd(type)} />
        ))}
      </Category>
      {categories.map(({ category }) => {
        const types = allTypes.filter((type) => type.category === category);
        return (
          <Category key={category} title={t(`categories.${category}`)} count={types.length}>
            {types.map(({ type, means, legacy }) => (
              <Entry
                key={type}
                type={type}
                help={means}
                isLegacy={legacy === true}
                isDisabled={type === 'trigger' && hasTrigger}
                onAdd={() => onAdd(type)}
              />
            ))}
          </Category>
        );
      })}
    </>
  );
}

function Category({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <Disclosure className="grp" defaultExpanded>
      <Heading level={2}>
        <AriaButton slot="trigger" className="cat" data-step="head">
          <Icon of={ChevronDown} size={14} />
          {title}
          <span className="n num">{count}</span>
        </AriaButton>
      </Heading>
      <DisclosurePanel>
        <ul>{children}</ul>
      </DisclosurePanel>
    </Disclosure>
  );
}

type FoundProps = { found: ListedType; heading: string | null; isFirst: boolean; onAdd(): void };

function Found({ found: { type, does }, heading, isFirst, onAdd }: FoundProps) {
  return (
    <>
      {heading !== null && (
        <li className="found" role="presentation">
          {heading}
        </li>
      )}
      <Entry
        type={type}
        help={widgetType(type)?.means ?? ''}
        isLegacy={widgetType(type)?.legacy === true}
        does={does}
        isFirst={isFirst}
        onAdd={onAdd}
      />
    </>
  );
}

type EntryProps = {
  type: string;
  help: string;
  isLegacy?: boolean;
  isDisabled?: boolean;
  /** What it does, below its title. */
  does?: string | null;
  /** Enter adds it. */
  isFirst?: boolean;
  onAdd(): void;
};

function Entry(props: EntryProps) {
  const { type, help, isLegacy = false, isDisabled = false, does = null, isFirst = false, onAdd } = props;
  const t = useWords('designer');
  const { name, version } = splitTitle(type);
  return (
    <li>
      <button
        type="button"
        className={`w${isLegacy || version === 'v1' ? ' leg' : ''}${does === null ? '' : ' two'}`}
        data-step
        disabled={isDisabled}
        title={isDisabled ? t('oneTrigger') : `${help}\n${t('addHint')}`}
        draggable={!isDisabled}
        onClick={onAdd}
        onDragStart={(event) => {
          event.dataTransfer.setData(widgetDragType, type);
          event.dataTransfer.effectAllowed = 'copy';
        }}
      >
        <WidgetChip type={type} soft />
        <span className="clip">{name}</span>
        {version && <span className="tag">{version}</span>}
        {does === null ? (
          <span className="g">
            <Icon of={GripVertical} size={14} />
          </span>
        ) : (
          <>
            {isFirst && !version && <Kbd keys={['↵']} />}
            <span className="does">{does}</span>
          </>
        )}
      </button>
    </li>
  );
}

/** The title of a type without its version, which is shown as a tag. */
function splitTitle(type: string): { name: string; version: string | null } {
  const title = titleOfAny(type);
  const found = /^(.*) (v\d)$/.exec(title);
  return { name: found?.[1] ?? title, version: found?.[2] ?? null };
}
