/** The widget library: all widget types by category, to search, drag onto the canvas, or add by key. */

import { ChevronDown, GripVertical } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { categories, widgetTypes } from '#flow/widgets/widget-types.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { onSingleTabStopKey } from '../../ui/single-tab-stop.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { useWords } from '../../words/use-words.ts';
import { commandTable, shortcutKeys } from '../commands/command-table.ts';
import { moveFocusByKey } from './arrow-key-focus.ts';
import { findWidgetTypes } from './quick-add-items.ts';
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
  const matches = findWidgetTypes(query);
  const found = allTypes.filter((type) => matches.includes(type));
  const first = matches.find((type) => type.type !== 'trigger' || !hasTrigger);
  const add = (type: string) => {
    setQuery('');
    onAdd(type);
  };
  return (
    <aside
      className="lib"
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
              if (query !== '' && first) add(first.type);
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
        {found.length === 0 && <p className="none">{t('nothingFound')}</p>}
        {categories.map(({ category, title }) => {
          const types = found.filter((type) => type.category === category);
          if (types.length === 0) return null;
          return (
            // A search expands collapsed categories.
            <Disclosure className="grp" key={`${category} ${query !== ''}`} defaultExpanded>
              <Heading level={2}>
                <AriaButton slot="trigger" className="cat" data-step="head">
                  <Icon of={ChevronDown} size={14} />
                  {title}
                  <span className="n num">{types.length}</span>
                </AriaButton>
              </Heading>
              <DisclosurePanel>
                <ul>
                  {types.map((type) => (
                    <Entry
                      key={type.type}
                      type={type}
                      isDisabled={type.type === 'trigger' && hasTrigger}
                      onAdd={() => add(type.type)}
                    />
                  ))}
                </ul>
              </DisclosurePanel>
            </Disclosure>
          );
        })}
      </div>
    </aside>
  );
}

function Entry({ type, isDisabled, onAdd }: { type: WidgetType; isDisabled: boolean; onAdd(): void }) {
  const t = useWords('designer');
  const { name, version } = splitTitle(type);
  return (
    <li>
      <button
        type="button"
        className={type.legacy || version === 'v1' ? 'w leg' : 'w'}
        data-step
        disabled={isDisabled}
        title={isDisabled ? t('oneTrigger') : `${type.means}\n${t('addHint')}`}
        draggable={!isDisabled}
        onClick={onAdd}
        onDragStart={(event) => {
          event.dataTransfer.setData(widgetDragType, type.type);
          event.dataTransfer.effectAllowed = 'copy';
        }}
      >
        <WidgetChip type={type.type} soft />
        <span className="clip">{name}</span>
        {version && <span className="tag">{version}</span>}
        <span className="g">
          <Icon of={GripVertical} size={14} />
        </span>
      </button>
    </li>
  );
}

/** The title of a type without its version, which is shown as a tag. */
function splitTitle({ type }: WidgetType): { name: string; version: string | null } {
  const title = widgetTitle(type);
  const found = /^(.*) (v\d)$/.exec(title);
  return { name: found?.[1] ?? title, version: found?.[2] ?? null };
}
