/** The list that opens where a cord was dropped, a jack clicked, a cord's plus pressed or the canvas double-clicked. */

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
import type { QuickAdd as Asked } from '../view-store.ts';
import { oftenNext } from './next-widgets.ts';
import { WidgetChip } from './widget-chip.tsx';
import { isFound } from './widget-library.tsx';

export type QuickAddProps = {
  asked: Asked;
  definition: FlowDefinition;
  onType(type: string): void;
  onExisting(widget: string): void;
  onClose(): void;
};

type Item = { id: string; label: string; hint?: string; mark: ReactNode; choose(): void };

export function QuickAdd(props: QuickAddProps) {
  const { asked, definition, onClose } = props;
  const t = useWords('designer');
  return (
    <AnchoredPopover isOpen onClose={onClose} anchor={asked.screen} label={t('quickAdd')}>
      <List {...props} outlet={outletOf(definition, asked.from)} />
    </AnchoredPopover>
  );
}

type Leaving = { event: string; label: string } | null;

function outletOf(definition: FlowDefinition, from: OutletRef | null): Leaving {
  if (from === null) return null;
  const state = definition.states[widgetIds(definition).indexOf(from.widget)];
  return outletsOf(state ?? {}).find((each) => each.key === from.outlet) ?? null;
}

function List(props: QuickAddProps & { outlet: Leaving }) {
  const { outlet } = props;
  const t = useWords('designer');
  const [query, setQuery] = useState('');
  const [connects, setConnects] = useState(false);
  const [at, setAt] = useState(0);
  const turn = () => {
    setConnects(!connects);
    setAt(0);
  };
  const other = { label: t(connects ? 'newWidget' : 'connectExisting'), choose: turn };
  const { items, often } = itemsOf(props, query, connects, other);
  const current = Math.min(at, items.length - 1);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + items.length) % Math.max(1, items.length));
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
    // The keys of the search box move through the list below it.
    <div className="qa" onKeyDownCapture={press} role="presentation">
      <SearchField
        label={label}
        size="sm"
        autoFocus
        value={query}
        onChange={(text) => {
          setQuery(text);
          setAt(0);
        }}
      />
      <Options label={label} items={items} often={often} current={current} onPoint={setAt} />
      <p className="vh" aria-live="polite">
        {items[current]?.label}
      </p>
    </div>
  );
}

type OptionsProps = {
  label: string;
  items: Item[];
  /** How many of the first stand under a title of their own. */
  often: number;
  current: number;
  onPoint(index: number): void;
};

function Options({ label, items, often, current, onPoint }: OptionsProps) {
  const t = useWords('designer');
  return (
    <div role="listbox" aria-label={label} className="items" tabIndex={0}>
      {often > 0 && <p className="ph">{t('oftenNext')}</p>}
      {items.length === 0 && <p className="ph">{t('nothingFound')}</p>}
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search box above
        <div
          key={item.id}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          className={`it${index === current ? ' on' : ''}${index === often && index > 0 ? ' next' : ''}`}
          ref={index === current ? (row) => row?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          onPointerMove={() => onPoint(index)}
          onClick={item.choose}
        >
          {item.mark}
          <span className="grow clip">{item.label}</span>
          {item.hint && <span className="hint clip">{item.hint}</span>}
          {index === current && <Kbd keys={['↵']} />}
        </div>
      ))}
    </div>
  );
}

/** What is offered for the query; `often` counts those at the head that usually follow. */
function itemsOf(
  { asked, definition, outlet, onType, onExisting }: QuickAddProps & { outlet: Leaving },
  query: string,
  connects: boolean,
  other: Pick<Item, 'label' | 'choose'>,
): { items: Item[]; often: number } {
  const often = query === '' && !connects && outlet !== null ? oftenNext(definition, outlet.event) : [];
  const offered = connects
    ? existing(definition, query, onExisting)
    : types(definition, query, often, onType);
  const turns = asked.from !== null && query === '' && !asked.inserts;
  const mark = <Icon of={connects ? Undo2 : CornerDownRight} />;
  return { items: turns ? [...offered, { id: 'other', mark, ...other }] : offered, often: often.length };
}

function types(
  definition: FlowDefinition,
  query: string,
  often: string[],
  onType: (type: string) => void,
): Item[] {
  const hasTrigger = definition.states.some((state) => state.type === 'trigger');
  const all = Object.values(widgetTypes).filter(
    (type) => isFound(type, query) && (type.type !== 'trigger' || !hasTrigger),
  );
  const first = often.flatMap((name) => all.find((type) => type.type === name) ?? []);
  // What the title says comes before what only the description says.
  const begins = (title: string) => Number(!title.toLocaleLowerCase().includes(query.toLocaleLowerCase()));
  const rest = all.filter((type) => !first.includes(type)).sort((a, b) => begins(a.title) - begins(b.title));
  return [...first, ...rest].map(({ type, title }) => ({
    id: type,
    label: title,
    mark: <WidgetChip type={type} />,
    choose: () => onType(type),
  }));
}

function existing(definition: FlowDefinition, query: string, onExisting: (widget: string) => void): Item[] {
  const wanted = query.toLocaleLowerCase();
  return widgetIds(definition).flatMap((id, index): Item[] => {
    const state = definition.states[index] ?? {};
    if (state.type === 'trigger' || !id.toLocaleLowerCase().includes(wanted)) return [];
    const hint = widgetType(state.type)?.title ?? state.type ?? '';
    return [{ id, label: id, hint, mark: <WidgetChip type={state.type} />, choose: () => onExisting(id) }];
  });
}
