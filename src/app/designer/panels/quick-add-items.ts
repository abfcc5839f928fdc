/** What quick-add offers: likely next widgets, then what the search finds, new widgets before existing ones. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import { findOutlet } from '#flow/edit/definition-access.ts';
import { cordsOf, widgetIds } from '#flow/graph.ts';
import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { widgetTitle } from '../../words/flow-texts.ts';
import type { Placement } from '../document/place-widget.ts';
import { likelyNextWidgets } from './next-widgets.ts';

/** A new widget by the name of its type, or an existing one by its id. `group` is the word of its heading. */
export type QuickAddItem = {
  kind: 'new' | 'existing';
  id: string;
  label: string;
  type: string | undefined;
  group: 'suggested' | 'newWidgets' | 'connectTo';
};

const maxFound = 6;
/** Existing widgets that are offered before anything is typed. */
const maxOffered = 3;

/** The items for a query. A cord that is being split leads to its old target: then only new widgets are offered. */
export function quickAddItems(
  definition: FlowDefinition,
  placement: Placement,
  query: string,
): QuickAddItem[] {
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
    const suggested = types.map((type) => newItem(widgetTypes[type], 'suggested'));
    return [...suggested, ...existing.slice(0, maxOffered)];
  }
  const hasTrigger = definition.states.some(({ type }) => type === 'trigger');
  const found = findWidgetTypes(words).filter(({ type }) => type !== 'trigger' || !hasTrigger);
  const items = found.slice(0, maxFound).map((type) => newItem(type, 'newWidgets'));
  return [...items, ...existing.slice(0, maxFound)];
}

/**
 * The types that match all words of `query`: those by their title first (at its beginning before within), then those by
 * type name, then those by description.
 */
export function findWidgetTypes(query: string): WidgetType[] {
  const wanted = query.trim().toLocaleLowerCase();
  const ranked = Object.values(widgetTypes).flatMap((type) => {
    const rank = rankOf(type, wanted);
    return rank === null ? [] : [{ type, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ type }) => type);
}

/** How well a type matches: 0 is best, null not at all. */
function rankOf({ type, means }: WidgetType, wanted: string): number | null {
  const [name, typeName, description] = [widgetTitle(type), type.replaceAll('-', ' '), means].map((text) =>
    text.toLocaleLowerCase(),
  );
  const words = wanted.split(/\s+/);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  if (name?.startsWith(wanted) === true) return 0;
  if (hasAll(`${name}`)) return 1;
  if (hasAll(`${name} ${typeName}`)) return 2;
  return hasAll(`${name} ${typeName} ${description}`) ? 3 : null;
}

function newItem({ type }: WidgetType, group: QuickAddItem['group']): QuickAddItem {
  return { kind: 'new', id: type, label: widgetTitle(type), type, group };
}

/** The widgets that the outlet can lead to by name; those that nothing leads to come first. */
function existingWidgets(definition: FlowDefinition, source: string, query: string): QuickAddItem[] {
  const reached = new Set(cordsOf(definition).map(({ to }) => to));
  const ids = widgetIds(definition);
  return ids
    .flatMap((id, index): QuickAddItem[] => {
      const { type } = definition.states[index] ?? {};
      if (type === 'trigger' || id === source || !id.toLocaleLowerCase().includes(query)) return [];
      return [{ kind: 'existing', id, label: id, type, group: 'connectTo' }];
    })
    .sort((a, b) => Number(reached.has(a.id)) - Number(reached.has(b.id)));
}
