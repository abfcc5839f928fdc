/** Quick add: the list that opens after dropping a cord, choosing a free jack or a cord's plus, or double-clicking the canvas. */

import { CornerDownRight, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import { widgetType, widgetTypes } from '#flow/widgets/widget-types.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { AnchoredPopover } from '../../ui/popover.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useWords } from '../../words/use-words.ts';
import type { QuickAddRequest } from '../view-store.ts';
import { likelyNextWidgets } from './next-widgets.ts';
import { WidgetChip } from './widget-chip.tsx';
import { matchesQuery } from './widget-library.tsx';
import './quick-add.css';

export type QuickAddProps = {
  request: QuickAddRequest;
  definition: FlowDefinition;
  onType(type: string): void;
  onExisting(widget: string): void;
  onClose(): void;
};

type Item = { id: string; label: string; hint?: string; icon: ReactNode; choose(): void };

export function QuickAdd(props: QuickAddProps) {
  const { request, definition, onClose } = props;
  const t = useWords('designer');
  return (
    <AnchoredPopover isOpen onClose={onClose} anchor={request.screen} label={t('quickAdd')}>
      <List {...props} outlet={sourceOutlet(definition, request.from)} />
    </AnchoredPopover>
  );
}

type SourceOutlet = { event: string; label: string } | null;

function sourceOutlet(definition: FlowDefinition, from: OutletRef | null): SourceOutlet {
  if (from === null) return null;
  const state = definition.states[widgetIds(definition).indexOf(from.widget)];
  return outletsOf(state ?? {}).find((each) => each.key === from.outlet) ?? null;
}

function List(props: QuickAddProps & { outlet: SourceOutlet }) {
  const { outlet } = props;
  const t = useWords('designer');
  const [query, setQuery] = useState('');
  const [connects, setConnects] = useState(false);
  const [active, setActive] = useState(0);
  const toggleMode = () => {
    setConnects(!connects);
    setActive(0);
  };
  const modeItem = { label: t(connects ? 'newWidget' : 'connectExisting'), choose: toggleMode };
  const { items, suggested } = itemsOf(props, query, connects, modeItem);
  const current = Math.min(active, items.length - 1);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((current + step + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter') items[current]?.choose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = connects
    ? t('connectTo')
    : outlet
      ? t('afterOutlet', { outlet: outlet.label })
      : t('findWidget');
  return (
    // The keys of the search field move through the list below it.
    <div className="quick-add" onKeyDownCapture={onKey} role="presentation">
      <SearchField
        label={label}
        size="sm"
        autoFocus
        value={query}
        onChange={(text) => {
          setQuery(text);
          setActive(0);
        }}
      />
      <Options label={label} items={items} suggested={suggested} current={current} onPoint={setActive} />
      <p className="vh" aria-live="polite">
        {items[current]?.label}
      </p>
    </div>
  );
}

type OptionsProps = {
  label: string;
  items: Item[];
  /** The number of leading items that are suggestions. */
  suggested: number;
  current: number;
  onPoint(index: number): void;
};

function Options({ label, items, suggested, current, onPoint }: OptionsProps) {
  const t = useWords('designer');
  return (
    <div role="listbox" aria-label={label} className="items" tabIndex={0}>
      {suggested > 0 && <p className="ph">{t('suggested')}</p>}
      {items.length === 0 && <p className="ph">{t('nothingFound')}</p>}
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys
        <div
          key={item.id}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={`it${index === current ? ' on' : ''}${index === suggested && index > 0 ? ' next' : ''}`}
          ref={index === current ? (row) => row?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          onPointerMove={() => onPoint(index)}
          onClick={item.choose}
        >
          {item.icon}
          <span className="grow clip">{item.label}</span>
          {item.hint && <span className="hint clip">{item.hint}</span>}
          {index === current && <Kbd keys={['↵']} />}
        </div>
      ))}
    </div>
  );
}

/** The items for the query. `suggested` is the number of leading items that are suggestions. */
function itemsOf(
  { request, definition, outlet, onType, onExisting }: QuickAddProps & { outlet: SourceOutlet },
  query: string,
  connects: boolean,
  modeItem: Pick<Item, 'label' | 'choose'>,
): { items: Item[]; suggested: number } {
  const suggestions =
    query === '' && !connects && outlet !== null ? likelyNextWidgets(definition, outlet.event) : [];
  const matches = connects
    ? existingWidgets(definition, query, onExisting)
    : newWidgets(definition, query, suggestions, onType);
  const offersMode = request.from !== null && query === '' && !request.inserts;
  const icon = <Icon of={connects ? Undo2 : CornerDownRight} />;
  return {
    items: offersMode ? [...matches, { id: 'mode', icon, ...modeItem }] : matches,
    suggested: suggestions.length,
  };
}

function newWidgets(
  definition: FlowDefinition,
  query: string,
  suggestions: string[],
  onType: (type: string) => void,
): Item[] {
  const hasTrigger = definition.states.some((state) => state.type === 'trigger');
  const all = Object.values(widgetTypes).filter(
    (type) => matchesQuery(type, query) && (type.type !== 'trigger' || !hasTrigger),
  );
  const first = suggestions.flatMap((name) => all.find((type) => type.type === name) ?? []);
  // Matches in the title rank before matches in the description.
  const rank = (title: string) => Number(!title.toLocaleLowerCase().includes(query.toLocaleLowerCase()));
  const rest = all.filter((type) => !first.includes(type)).sort((a, b) => rank(a.title) - rank(b.title));
  return [...first, ...rest].map(({ type, title }) => ({
    id: type,
    label: title,
    icon: <WidgetChip type={type} />,
    choose: () => onType(type),
  }));
}

function existingWidgets(
  definition: FlowDefinition,
  query: string,
  onExisting: (widget: string) => void,
): Item[] {
  const wanted = query.toLocaleLowerCase();
  return widgetIds(definition).flatMap((id, index): Item[] => {
    const state = definition.states[index] ?? {};
    if (state.type === 'trigger' || !id.toLocaleLowerCase().includes(wanted)) return [];
    const hint = widgetType(state.type)?.title ?? state.type ?? '';
    return [{ id, label: id, hint, icon: <WidgetChip type={state.type} />, choose: () => onExisting(id) }];
  });
}
