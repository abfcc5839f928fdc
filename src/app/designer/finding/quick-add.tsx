/** Quick add: the list that opens at a free outlet, where a cord is dropped, at a cord's plus, or at a double click. */

import { CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import type { FlowDefinition } from '#flow/definition.ts';
import { findOutlet } from '#flow/edit/definition-access.ts';
import type { Outlet } from '#flow/graph.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { AnchoredPopover } from '../../ui/overlays/popover.tsx';
import { SearchedList } from '../../ui/overlays/searched-list.tsx';
import { useWords } from '../../words/use-words.ts';
import { WidgetChip } from '../panels/widget-chip.tsx';
import type { QuickAddRequest } from '../view-store.ts';
import { LateHowNote } from './late-how-note.tsx';
import { rankTypes } from './match-types.ts';
import { type QuickAddItem, quickAddItems } from './quick-add-items.ts';
import { loadFinder, useFinder } from './use-finder.ts';

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
  const find = useFinder(true);
  const { items, how } = quickAddItems(definition, request.placement, query, find);
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
  const rows = items.map((item) => ({
    key: `${item.kind} ${item.id}`,
    label: item.label,
    heading: item.heading ?? t(item.group),
    className: item.does === null ? '' : ' two',
    content: (isCurrent: boolean) => <Item item={item} isCurrent={isCurrent} />,
    choose: () => choose(item),
  }));
  return (
    <SearchedList
      className="quick-add"
      label={outlet ? t('afterOutlet', { outlet: outlet.label }) : t('findWidget')}
      size="sm"
      query={query}
      onQuery={setQuery}
      rows={rows}
      note={
        how && {
          title: how.title,
          content: <LateHowNote how={how} onLeaveOpen={outlet === null ? undefined : onClose} />,
          isBest: true,
        }
      }
      empty={t('nothingFound')}
      onEarlyEnter={find === null && query !== '' ? () => void chooseOnceLoaded() : undefined}
      onClose={onClose}
    >
      {query === '' && <p className="more">{t('quickAddMore')}</p>}
    </SearchedList>
  );
}

function Item({ item, isCurrent }: { item: QuickAddItem; isCurrent: boolean }) {
  return (
    <>
      <WidgetChip type={item.type} />
      <span className="grow clip" dir="auto">
        {item.label}
      </span>
      {item.kind === 'existing' && <Icon of={CornerDownRight} size={14} />}
      {isCurrent && <Kbd keys={['↵']} />}
      {item.does !== null && <span className="does">{item.does}</span>}
    </>
  );
}
