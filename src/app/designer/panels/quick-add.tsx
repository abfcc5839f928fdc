/** Quick add: the list that opens at a free outlet, where a cord is dropped, at a cord's plus, or at a double click. */

import { CornerDownRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { findOutlet } from '#flow/edit/definition-access.ts';
import type { Outlet } from '#flow/graph.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { onMovedPointer } from '../../ui/moved-pointer.ts';
import { AnchoredPopover } from '../../ui/popover.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useWords } from '../../words/use-words.ts';
import { LateHowNote } from '../finding/late-how-note.tsx';
import { rankTypes } from '../finding/match-types.ts';
import { loadFinder, useFinder } from '../finding/use-finder.ts';
import type { QuickAddRequest } from '../view-store.ts';
import { type QuickAddItem, quickAddItems } from './quick-add-items.ts';
import { WidgetChip } from './widget-chip.tsx';
import './quick-add.css';

export type QuickAddProps = {
  request: QuickAddRequest;
  definition: FlowDefinition;
  onType(type: string): void;
  onExisting(widget: string): void;
  onClose(): void;
};

export function QuickAdd(props: QuickAddProps) {
  const { request, definition, onClose } = props;
  const t = useWords('designer');
  const { from } = request.placement;
  const outlet = from === null ? null : (findOutlet(definition, from)?.outlet ?? null);
  return (
    <AnchoredPopover isOpen onClose={onClose} anchor={request.screen} label={t('quickAdd')}>
      <List {...props} outlet={outlet} />
    </AnchoredPopover>
  );
}

function List({
  request,
  definition,
  outlet,
  onType,
  onExisting,
  onClose,
}: QuickAddProps & { outlet: Outlet | null }) {
  const t = useWords('designer');
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const find = useFinder(true);
  const { items, how } = quickAddItems(definition, request.placement, query, find);
  // What explains how it is done is no widget: Enter adds one only when it was chosen.
  const first = how === null ? 0 : -1;
  const current = Math.min(active ?? first, items.length - 1);
  const headingOf = (item: QuickAddItem | undefined) =>
    item === undefined ? null : (item.heading ?? t(item.group));
  const choose = (item: QuickAddItem) => (item.kind === 'new' ? onType(item.id) : onExisting(item.id));
  /** For a person who types before the search is loaded: Enter waits for its results. */
  const chooseOnceLoaded = async () => {
    // What is typed next is for the field of the widget: a title that begins so is not waited for.
    const [shown] = items;
    if (shown !== undefined && rankTypes(query)[0]?.rank === 0) return choose(shown);
    const list = quickAddItems(definition, request.placement, query, await loadFinder());
    const [best] = list.items;
    if (best !== undefined && list.how === null) choose(best);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[current];
    if (step !== undefined && current === -1) setActive(step === 1 ? 0 : items.length - 1);
    else if (step !== undefined) setActive((current + step + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter' && find === null && query !== '' && active === null)
      void chooseOnceLoaded();
    else if (event.key === 'Enter' && isInField(event) && chosen !== undefined) choose(chosen);
    // A text that nobody wants any more takes no key of its own.
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const label = outlet ? t('afterOutlet', { outlet: outlet.label }) : t('findWidget');
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
          setActive(null);
        }}
      />
      {how !== null && <LateHowNote how={how} onLeaveOpen={outlet === null ? undefined : onClose} />}
      <div role="listbox" aria-label={label} className="items" tabIndex={0}>
        {items.length === 0 && <p className="ph">{t('nothingFound')}</p>}
        {items.map((item, index) => (
          <Row
            key={`${item.kind} ${item.id}`}
            item={item}
            heading={headingOf(item) === headingOf(items[index - 1]) ? null : headingOf(item)}
            isCurrent={index === current}
            onPoint={() => setActive(index)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {query === '' && <p className="more">{t('quickAddMore')}</p>}
      <p className="vh" aria-live="polite">
        {items[current]?.label ?? how?.title}
      </p>
    </div>
  );
}

/** A button of the explanation takes Enter itself. */
const isInField = ({ target }: KeyboardEvent) => !(target instanceof HTMLButtonElement);

type RowProps = {
  item: QuickAddItem;
  /** The heading above it, where its group begins. */
  heading: string | null;
  isCurrent: boolean;
  onPoint(): void;
  onChoose(): void;
};

function Row({ item, heading, isCurrent, onPoint, onChoose }: RowProps): ReactNode {
  return (
    <>
      {heading !== null && <p className="ph">{heading}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys */}
      <div
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        className={`it${isCurrent ? ' on' : ''}${item.does === null ? '' : ' two'}`}
        ref={isCurrent ? (row) => row?.scrollIntoView?.({ block: 'nearest' }) : undefined}
        onPointerMove={onMovedPointer(onPoint)}
        onClick={onChoose}
      >
        <WidgetChip type={item.type} />
        <span className="grow clip">{item.label}</span>
        {item.kind === 'existing' && <Icon of={CornerDownRight} size={14} />}
        {isCurrent && <Kbd keys={['↵']} />}
        {item.does !== null && <span className="does">{item.does}</span>}
      </div>
    </>
  );
}
