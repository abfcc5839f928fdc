/** What quick-add offers: likely next widgets, then what the search finds, new widgets before existing ones. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import { findOutlet } from '#flow/edit/definition-access.ts';
import { cordsOf, widgetIds } from '#flow/graph.ts';
import type { Placement } from '../document/place-widget.ts';
import type { FoundHow } from './find-widgets.ts';
import { type Find, type ListedType, listTypes } from './found-list.ts';
import { likelyNextWidgets } from './next-widgets.ts';
import { titleOfAny } from './ready-made.ts';

/**
 * A new widget by the name of its type, or an existing one by its id. `group` is the word of its heading, `heading` the
 * heading itself where the search has one; `does` says what the widget does.
 */
export type QuickAddItem = {
  kind: 'new' | 'existing';
  id: string;
  label: string;
  type: string | undefined;
  group: 'suggested' | 'newWidgets' | 'connectTo';
  heading: string | null;
  does: string | null;
};

/** `how`: how that is done which no widget does. */
export type QuickAddList = { items: QuickAddItem[]; how: FoundHow | null };

const maxFound = 6;
/** Existing widgets that are offered before anything is typed. */
const maxOffered = 3;

/** The items for a query. A cord that is being split leads to its old target: then only new widgets are offered. */
export function quickAddItems(
  definition: FlowDefinition,
  placement: Placement,
  query: string,
  find: Find | null,
): QuickAddList {
  const { from } = placement;
  const words = query.trim().toLocaleLowerCase();
  const next = from === null ? null : (findOutlet(definition, from)?.outlet.next ?? null);
  const isSplitting = placement.kind === 'outlet' && next !== null;
  const existing = from === null || isSplitting ? [] : existingWidgets(definition, from.widget, words);
  if (words === '') {
    const types =
      from === null
        ? (['send-message', 'split-based-on', 'say-play'] as const)
        : likelyNextWidgets(definition, from);
    const suggested = types.map((type) => newItem({ type, does: null, heading: null }, 'suggested'));
    return { items: [...suggested, ...existing.slice(0, maxOffered)], how: null };
  }
  const hasTrigger = definition.states.some(({ type }) => type === 'trigger');
  const { types, how, isGuess } = listTypes(find, query, hasTrigger);
  const items = types.slice(0, maxFound).map((each) => newItem(each, 'newWidgets'));
  const named = existing.slice(0, maxFound);
  // The widget of that name was meant sooner than a misspelt word, or what others do instead.
  if (isGuess && named.length > 0) return { items: how === null ? [...named, ...items] : named, how: null };
  return { items: [...items, ...named], how };
}

function newItem({ type, does, heading }: ListedType, group: QuickAddItem['group']): QuickAddItem {
  return { kind: 'new', id: type, label: titleOfAny(type), type, group, heading, does };
}

/** The widgets that the outlet can lead to by name; those that nothing leads to come first. */
function existingWidgets(definition: FlowDefinition, source: string, query: string): QuickAddItem[] {
  const reached = new Set(cordsOf(definition).map(({ to }) => to));
  const ids = widgetIds(definition);
  return ids
    .flatMap((id, index): QuickAddItem[] => {
      const { type } = definition.states[index] ?? {};
      if (type === 'trigger' || id === source || !id.toLocaleLowerCase().includes(query)) return [];
      return [{ kind: 'existing', id, label: id, type, group: 'connectTo', heading: null, does: null }];
    })
    .sort((a, b) => Number(reached.has(a.id)) - Number(reached.has(b.id)));
}
