/** What the command palette finds: widgets to add, widgets of the flow, commands, flows and settings. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import { widgetIds } from '#flow/graph.ts';
import { matchWords } from '#flow/search/match-words.ts';
import type { ShownState } from '../../flow-state/flow-state-mark.tsx';
import { widgetTitle } from '../../words/flow-texts.ts';
import { wordsOf } from '../../words/use-words.ts';
import { type CommandId, commandIds, commandName, isAvailable } from '../commands/command-table.ts';
import type { FoundHow } from './find-widgets.ts';
import { type Find, listTypes } from './found-list.ts';
import { titleOfAny } from './ready-made.ts';

export const paletteGroups = ['add', 'widgets', 'commands', 'flows', 'settings', 'search'] as const;

export type PaletteItem =
  | { group: 'add'; id: string; label: string; type: string; does: string | null }
  | { group: 'widgets'; id: string; label: string; hint: string; type: string | undefined }
  | { group: 'commands'; id: CommandId; label: string }
  | { group: 'flows'; id: string; label: string; tags: readonly string[]; state: ShownState }
  | { group: 'settings'; id: string; label: string }
  /** The search over all flows for what was typed, which is the id. */
  | { group: 'search'; id: string; label: string };

export type PaletteSources = {
  definition: FlowDefinition;
  /** How many widgets are selected. */
  selected: number;
  /** The commands that the role does not allow. */
  refused: readonly CommandId[];
  flows: readonly { sid: string; name: string; tags: readonly string[]; state: ShownState }[];
  /** Addresses of the settings with their names. */
  settings: readonly { to: string; name: string }[];
  /** The search for widgets by intent, once it is loaded. */
  find: Find | null;
};

/** `how`: how that is done which no widget does. */
export type PaletteList = { items: PaletteItem[]; how: FoundHow | null };

/** At most this many items of a group are shown once something is typed. */
const maxInGroup = 6;

/**
 * The items for a query in the order of the groups: those whose name begins with it first, those with a
 * misspelt word last.
 */
export function paletteItems(sources: PaletteSources, query: string): PaletteList {
  const { definition, selected, refused, flows, settings, find } = sources;
  const wanted = query.trim().toLocaleLowerCase();
  const hasTrigger = definition.states.some(({ type }) => type === 'trigger');
  const { types, how, isGuess } = listTypes(find, query, hasTrigger);
  const add = types.map(
    ({ type, does }): PaletteItem => ({ group: 'add', id: type, label: titleOfAny(type), type, does }),
  );
  const widgets = widgetIds(definition).map((id, index): PaletteItem => {
    const { type } = definition.states[index] ?? {};
    return { group: 'widgets', id, label: id, hint: widgetTitle(type), type };
  });
  const commands = commandIds
    .filter((id) => id !== 'openPalette' && isAvailable(id, selected) && !refused.includes(id))
    .map((id): PaletteItem => ({ group: 'commands', id, label: commandName(id) }));
  const others = [
    ...flows.map(
      ({ sid, name, tags, state }): PaletteItem => ({ group: 'flows', id: sid, label: name, tags, state }),
    ),
    ...settings.map(({ to, name }): PaletteItem => ({ group: 'settings', id: to, label: name })),
  ];
  if (wanted === '') return { items: commands, how: null };
  const limited = (items: readonly PaletteItem[]) => items.slice(0, maxInGroup);
  const found = rankByName([...widgets, ...commands, ...others], wanted);
  const search: PaletteItem = {
    group: 'search',
    id: query.trim(),
    label: wordsOf('designer')('searchAllFor', { query: query.trim() }),
  };
  const rest = paletteGroups.flatMap((group) => limited(found.filter((item) => item.group === group)));
  // A synonym of a widget must not stand before a command or a flow of that name.
  const isTitle = add[0]?.label.toLocaleLowerCase().startsWith(wanted) === true;
  const isNamed = rest.some(({ label }) => label.toLocaleLowerCase().startsWith(wanted));
  if (isTitle || !(isGuess || isNamed)) return { items: [...limited(add), ...rest, search], how };
  const isElsewhere = rest.length > 0;
  if (isGuess && (isElsewhere || how !== null)) return { items: [...rest, search], how: null };
  return { items: [...rest, ...limited(add), search], how: isElsewhere ? null : how };
}

function rankByName(items: readonly PaletteItem[], wanted: string): PaletteItem[] {
  return items
    .flatMap((item) => {
      const rank = matchWords(
        wanted,
        item.group === 'flows' ? [item.label, ...item.tags].join('\n') : item.label,
      );
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
