/** The library: all widget types by category, to search, to drag onto the canvas, or to add by a key. */

import { ChevronDown, GripVertical, ListTree } from 'lucide-react';
import { type Ref, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { categories, widgetTypes } from '#flow/widgets/widget-types.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { keysOf } from '../commands/shortcuts.ts';
import { moveFocusByKey } from './arrow-key-focus.ts';
import { WidgetChip } from './widget-chip.tsx';

/** The type that a drag out of the library carries. */
export const widgetDragType = 'application/x-patchbay-widget';

export type WidgetLibraryProps = {
  /** A flow has one trigger; the library offers another only when there is none. */
  hasTrigger: boolean;
  onAdd(type: string): void;
  onOutline(): void;
  searchRef?: Ref<HTMLInputElement>;
};

const all = Object.values(widgetTypes);

export function WidgetLibrary({ hasTrigger, onAdd, onOutline, searchRef }: WidgetLibraryProps) {
  const t = useWords('designer');
  const [query, setQuery] = useState('');
  const found = all.filter((type) => isFound(type, query));
  const first = found.find((type) => type.type !== 'trigger' || !hasTrigger);
  return (
    <aside
      className="lib"
      aria-label={t('library')}
      onKeyDown={(event) => {
        if (moveFocusByKey(event.currentTarget, event.key)) event.preventDefault();
      }}
    >
      <div className="hd">
        <div className="grow">
          <SearchField
            label={t('searchLibrary', { count: all.length })}
            size="sm"
            shortcut="/"
            value={query}
            onChange={setQuery}
            onSubmit={() => {
              if (query !== '' && first) onAdd(first.type);
            }}
            {...(searchRef && { inputRef: searchRef })}
          />
        </div>
        <IconButton icon={ListTree} label={t('openOutline')} keys={keysOf('outline')} onPress={onOutline} />
      </div>
      <div className="scroll">
        {found.length === 0 && <p className="none">{t('nothingFound')}</p>}
        {categories.map(({ category, title }) => {
          const types = found.filter((type) => type.category === category);
          if (types.length === 0) return null;
          return (
            // A search opens what was folded.
            <Disclosure className="grp" key={`${category} ${query !== ''}`} defaultExpanded>
              <Heading level={2}>
                <AriaButton slot="trigger" className="cat">
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
                      isOff={type.type === 'trigger' && hasTrigger}
                      onAdd={() => onAdd(type.type)}
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

function Entry({ type, isOff, onAdd }: { type: WidgetType; isOff: boolean; onAdd(): void }) {
  const t = useWords('designer');
  const { name, version } = titleOf(type);
  return (
    <li>
      <button
        type="button"
        className={type.legacy || version === 'v1' ? 'w leg' : 'w'}
        data-step
        disabled={isOff}
        title={isOff ? t('oneTrigger') : `${type.means}\n${t('addHint')}`}
        draggable={!isOff}
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

/** The version of a type stands in a tag of its own. */
function titleOf({ title }: WidgetType): { name: string; version: string | null } {
  const found = /^(.*) (v\d)$/.exec(title);
  return { name: found?.[1] ?? title, version: found?.[2] ?? null };
}

/** True when every word of the query stands in the title, the type or the meaning. */
export function isFound({ title, type, means }: WidgetType, query: string): boolean {
  const text = `${title} ${type} ${means}`.toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
