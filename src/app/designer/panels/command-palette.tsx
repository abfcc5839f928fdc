/** The command palette: one search over widgets to add, widgets of the flow, commands, flows and settings. */

import { useNavigate } from '@tanstack/react-router';
import { Settings, TextSearch, Workflow } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useFlowSummaries } from '../../client/flows.ts';
import { FlowStateMark, shownState } from '../../flow-state/flow-state-mark.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { onMovedPointer } from '../../ui/moved-pointer.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { useWords } from '../../words/use-words.ts';
import type { CommandRunners } from '../commands/command-runners.ts';
import { commandEntry } from '../commands/command-table.ts';
import { keysOf } from '../commands/shortcuts.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { LateHowNote } from '../finding/late-how-note.tsx';
import { useFinder } from '../finding/use-finder.ts';
import { selectWidgets } from '../view-store.ts';
import { type PaletteItem, type PaletteList, paletteItems } from './palette-items.ts';
import { WidgetChip } from './widget-chip.tsx';
import './command-palette.css';

const settingsPages = ['account', 'numbers', 'email', 'events', 'services', 'operations'] as const;

export function CommandPalette({ run }: { run: CommandRunners }) {
  const t = useWords('designer');
  const { view } = useDesigner();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<number | null>(null);
  const { items, how } = usePaletteItems(query);
  const heading = useHeadings();
  const choose = useChoice(run);
  // What explains how it is done is no widget: Enter adds one only when it was chosen.
  const first = how !== null && items[0]?.group === 'add' ? -1 : 0;
  const current = Math.min(active ?? first, items.length - 1);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[current];
    if (step !== undefined && current === -1) setActive(step === 1 ? 0 : items.length - 1);
    else if (step !== undefined) setActive((current + step + items.length) % Math.max(1, items.length));
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen);
    // The field would empty itself first.
    else if (event.key === 'Escape') view.setState({ dialog: null });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Dialog title={t('palette')} isOpen bare onClose={() => view.setState({ dialog: null })}>
      <div className="palette" onKeyDownCapture={onKey} role="presentation">
        <SearchField
          label={t('paletteSearch')}
          autoFocus
          value={query}
          onChange={(text) => {
            setQuery(text);
            setActive(null);
          }}
        />
        {how !== null && <LateHowNote how={how} />}
        <div role="listbox" aria-label={t('paletteSearch')} className="items" tabIndex={0}>
          {items.length === 0 && <p className="ph">{t('paletteEmpty')}</p>}
          {items.map((item, index) => (
            <Row
              key={`${item.group} ${item.id}`}
              item={item}
              heading={item.group === items[index - 1]?.group ? null : heading(item.group)}
              isCurrent={index === current}
              onPoint={() => setActive(index)}
              onChoose={() => choose(item)}
            />
          ))}
        </div>
        <p className="vh" aria-live="polite">
          {items[current]?.label ?? how?.title}
        </p>
      </div>
    </Dialog>
  );
}

function usePaletteItems(query: string): PaletteList {
  const find = useFinder(true);
  const settingsWords = useWords('settings');
  const definition = useDocument((state) => state.history.present.definition);
  const own = useDocument((state) => state.base?.flow.sid ?? null);
  const selected = useView((state) => state.selected.size);
  const { data } = useFlowSummaries();
  return useMemo(() => {
    const flows = (data ?? []).flatMap((flow) =>
      flow.sid === own
        ? []
        : [{ sid: flow.sid, name: flow.friendly_name, tags: flow.tags, state: shownState(flow) }],
    );
    const settings = settingsPages.map((page) => ({ to: `/settings/${page}`, name: settingsWords(page) }));
    return paletteItems({ definition, selected, flows, settings, find }, query);
  }, [settingsWords, definition, own, selected, data, query, find]);
}

/** The headings of the groups; new widgets go after the selected one. */
function useHeadings(): (group: PaletteItem['group']) => string {
  const t = useWords('designer');
  const selected = useView((state) => state.selected);
  const [only, ...more] = selected;
  return (group) => {
    const isAfter = group === 'add' && only !== undefined && more.length === 0;
    if (isAfter) return t('paletteAddAfter', { widget: only });
    const names = {
      add: t('paletteAdd'),
      widgets: t('paletteWidgets'),
      commands: t('paletteCommands'),
      flows: t('paletteFlows'),
      settings: t('paletteSettings'),
      search: t('paletteSearchAll'),
    };
    return names[group];
  };
}

/** Closes the palette, then does what was chosen. */
function useChoice(run: CommandRunners): (item: PaletteItem) => void {
  const { view, commands } = useDesigner();
  const navigate = useNavigate();
  return (item) => {
    view.setState({ dialog: null });
    switch (item.group) {
      case 'add':
        return commands.add(item.type);
      case 'widgets':
        selectWidgets(view, new Set([item.id]));
        return view.setState({ reveal: [item.id] });
      case 'commands':
        return run[item.id]();
      case 'flows':
        return void navigate({ to: '/flows/$sid', params: { sid: item.id } });
      case 'settings':
        return void navigate({ to: item.id });
      case 'search':
        return view.setState({ dialog: 'searchFlows', searchedFor: item.id });
    }
  };
}

type RowProps = {
  item: PaletteItem;
  /** The heading above it, where its group begins. */
  heading: string | null;
  isCurrent: boolean;
  onPoint(): void;
  onChoose(): void;
};

function Row({ item, heading, isCurrent, onPoint, onChoose }: RowProps) {
  const shortcut = item.group === 'commands' ? commandEntry(item.id).shortcuts?.[0] : undefined;
  return (
    <>
      {heading !== null && <p className="ph">{heading}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field above handles the keys */}
      <div
        role="option"
        tabIndex={-1}
        aria-selected={isCurrent}
        className={isCurrent ? 'it on' : 'it'}
        ref={isCurrent ? (row) => row?.scrollIntoView?.({ block: 'nearest' }) : undefined}
        onPointerMove={onMovedPointer(onPoint)}
        onClick={onChoose}
      >
        <ItemIcon item={item} />
        <span className="grow clip">
          {item.label}
          {item.group === 'add' && item.does !== null && <span className="hint">{item.does}</span>}
          {item.group === 'widgets' && <span className="hint">{item.hint}</span>}
          {item.group === 'flows' && <span className="hint">{item.tags.join(', ')}</span>}
        </span>
        {item.group === 'flows' && (
          <span className="hint">
            <FlowStateMark {...item.state} isCounted />
          </span>
        )}
        {shortcut !== undefined && <Kbd keys={keysOf(shortcut)} />}
        {isCurrent && shortcut === undefined && <Kbd keys={['↵']} />}
      </div>
    </>
  );
}

function ItemIcon({ item }: { item: PaletteItem }) {
  switch (item.group) {
    case 'add':
    case 'widgets':
      return <WidgetChip type={item.type} />;
    case 'commands':
      return <Icon of={commandEntry(item.id).icon} />;
    case 'flows':
      return <Icon of={Workflow} />;
    case 'settings':
      return <Icon of={Settings} />;
    case 'search':
      return <Icon of={TextSearch} />;
  }
}
