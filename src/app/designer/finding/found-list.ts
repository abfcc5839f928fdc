/** What a list of widgets shows for a query: by intent once that search is loaded, until then by title. Pure. */

import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import type { FoundWidgets, findWidgets } from './find-widgets.ts';
import { rankTypes } from './match-types.ts';
import type { ReadyMade } from './ready-made.ts';

export type Find = typeof findWidgets;

/** A type with what it does, and the heading of its group where the search by intent has one. */
export type ListedType = { type: WidgetTypeName | ReadyMade; does: string | null; heading: string | null };

/** The types for a query, best first. A flow with a trigger is offered no second one. */
export function listTypes(
  find: Find | null,
  query: string,
  hasTrigger: boolean,
): Omit<FoundWidgets, 'types'> & { types: ListedType[] } {
  const isOffered = ({ type }: { type: string }) => type !== 'trigger' || !hasTrigger;
  if (find !== null) {
    const { types, ...rest } = find(query);
    return { types: types.filter(isOffered), ...rest };
  }
  const found = rankTypes(query).filter(isOffered);
  return { types: found.map(({ type }) => ({ type, does: null, heading: null })), how: null, isGuess: false };
}
