/** The command palette: one search over widgets to add, widgets of the flow, commands, flows and settings. */

import { useNavigate } from '@tanstack/react-router';
import { Settings, TextSearch, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFlowSummaries } from '../../client/flows.ts';
import { FlowStateMark, shownState } from '../../flow-state/flow-state-mark.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Kbd } from '../../ui/marks/kbd.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SearchedList } from '../../ui/overlays/searched-list.tsx';
import { useWords } from '../../words/use-words.ts';
import type { CommandRunners } from '../commands/command-runners.ts';
import { commandEntry } from '../commands/command-table.ts';
import { keysOf } from '../commands/match-shortcut.ts';
import { useRefusedCommands } from '../commands/use-refused-commands.ts';
import { useDesigner, useDocument, useView } from '../designer-context.tsx';
import { WidgetChip } from '../panels/widget-chip.tsx';
import { selectWidgets } from '../view-store.ts';
import { LateHowNote } from './late-how-note.tsx';
import { type PaletteItem, type PaletteList, paletteItems } from './palette-items.ts';
import { useFinder } from './use-finder.ts';

const settingsPages = ['account', 'numbers', 'email', 'events', 'services', 'operations'] as const;

export function CommandPalette({ run }: { run: CommandRunners }) {
  const t = useWords('designer');
  const { view } = useDesigner();
  const [query, setQuery] = useState('');
  const { items, how } = usePaletteItems(query);
  const heading = useHeadings();
  const choose = useChoice(run);
  const close = () => view.setState({ dialog: null });
  const rows = items.map((item) => ({
    key: `${item.group} ${item.id}`,
    label: item.label,
    heading: heading(item.group),
    content: (isCurrent: boolean) => <Item item={item} isCurrent={isCurrent} />,
    choose: () => choose(item),
  }));
  return (
    <Dialog title={t('palette')} isOpen bare onClose={close}>
      <SearchedList
        className="palette"
        label={t('paletteSearch')}
        query={query}
        onQuery={setQuery}
        rows={rows}
        note={
          how && {
            title: how.title,
            content: <LateHowNote how={how} />,
            isBest: items[0]?.group === 'add',
          }
        }
        empty={t('paletteEmpty')}
        onClose={close}
      />
    </Dialog>
  );
}

function usePaletteItems(query: string): PaletteList {
  const find = useFinder(true);
  const t = useWords('designer');
  const settingsWords = useWords('settings');
  const definition = useDocument((state) => state.history.present.definition);
  const own = useDocument((state) => state.base?.flow.sid ?? null);
  const selected = useView((state) => state.selected.size);
  const refused = useRefusedCommands();
  const { data } = useFlowSummaries();
  return useMemo(() => {
    const flows = (data ?? []).flatMap((flow) =>
      flow.sid === own
        ? []
        : [{ sid: flow.sid, name: flow.friendly_name, tags: flow.tags, state: shownState(flow) }],
    );
    const settings = [
      ...settingsPages.map((page) => ({ to: `/settings/${page}`, name: settingsWords(page) })),
      { to: '/all-accounts', name: t('allAccounts') },
    ];
    return paletteItems({ definition, selected, refused, flows, settings, find }, query);
  }, [t, settingsWords, definition, own, selected, refused, data, query, find]);
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

function Item({ item, isCurrent }: { item: PaletteItem; isCurrent: boolean }) {
  const shortcut = item.group === 'commands' ? commandEntry(item.id).shortcuts?.[0] : undefined;
  return (
    <>
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
