/** What the command palette finds: widgets to add, widgets of the flow, commands, flows and settings. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import { wordsOf } from '../../words/use-words.ts';
import { type CommandId, commandIds, commandName, isAvailable } from '../commands/command-table.ts';
import { findWidgetTypes } from './quick-add-items.ts';

export const paletteGroups = ['add', 'widgets', 'commands', 'flows', 'settings', 'search'] as const;

export type PaletteItem =
  | { group: 'add'; id: string; label: string; type: string }
  | { group: 'widgets'; id: string; label: string; hint: string; type: string | undefined }
  | { group: 'commands'; id: CommandId; label: string }
  | { group: 'flows'; id: string; label: string }
  | { group: 'settings'; id: string; label: string }
  /** The search over all flows for what was typed, which is the id. */
  | { group: 'search'; id: string; label: string };

export type PaletteSources = {
  definition: FlowDefinition;
  /** How many widgets are selected. */
  selected: number;
  flows: readonly { sid: string; name: string }[];
  /** Addresses of the settings with their names. */
  settings: readonly { to: string; name: string }[];
};

/** At most this many items of a group are shown once something is typed. */
const maxInGroup = 6;

/** The items for a query in the order of the groups: names that begin with it before those that contain all its words. */
export function paletteItems(sources: PaletteSources, query: string): PaletteItem[] {
  const { definition, selected, flows, settings } = sources;
  const wanted = query.trim().toLocaleLowerCase();
  const hasTrigger = definition.states.some(({ type }) => type === 'trigger');
  const add = findWidgetTypes(wanted)
    .filter(({ type }) => wanted !== '' && (type !== 'trigger' || !hasTrigger))
    .map(({ type }): PaletteItem => ({ group: 'add', id: type, label: widgetTitle(type), type }));
  const widgets = widgetIds(definition).map((id, index): PaletteItem => {
    const { type } = definition.states[index] ?? {};
    return { group: 'widgets', id, label: id, hint: widgetTitle(type), type };
  });
  const commands = commandIds
    .filter((id) => id !== 'openPalette' && isAvailable(id, selected))
    .map((id): PaletteItem => ({ group: 'commands', id, label: commandName(id) }));
  const others = [
    ...flows.map(({ sid, name }): PaletteItem => ({ group: 'flows', id: sid, label: name })),
    ...settings.map(({ to, name }): PaletteItem => ({ group: 'settings', id: to, label: name })),
  ];
  if (wanted === '') return commands;
  const limited = (items: readonly PaletteItem[]) => items.slice(0, maxInGroup);
  const found = rankByName([...widgets, ...commands, ...others], wanted);
  return [
    ...limited(add),
    ...paletteGroups.flatMap((group) => limited(found.filter((item) => item.group === group))),
    {
      group: 'search',
      id: query.trim(),
      label: wordsOf('designer')('searchAllFor', { query: query.trim() }),
    },
  ];
}

function rankByName(items: readonly PaletteItem[], wanted: string): PaletteItem[] {
  const words = wanted.split(/\s+/);
  return items
    .flatMap((item) => {
      const name = item.label.toLocaleLowerCase();
      return words.every((word) => name.includes(word))
        ? [{ item, rank: Number(!name.startsWith(wanted)) }]
        : [];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
