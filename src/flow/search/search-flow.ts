/** Search in a flow: the widgets that a query finds, with the places in their texts. */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { reachableNames, widgetIds } from '../graph.ts';
import { textOf } from '../json/json.ts';
import { type Pointer, pathOf, pointer, valueAt } from '../json/json-pointer.ts';
import { variableReads } from '../variables/variables.ts';
import { variableUses } from '../variables/where-used.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { isEmptyQuery, type SearchQuery } from './search-query.ts';
import { textPattern } from './text-pattern.ts';
import { widgetTexts } from './widget-texts.ts';

/** A place that the query found; `start` and `end` are the found part of `text`, both 0 where the whole place is meant. */
export type SearchMatch = { place: Pointer; text: string; start: number; end: number };

/** A widget that the query finds, by id and by its index in `states`; without `matches` by its type or state alone. */
export type SearchResult = { widget: string; index: number; matches: SearchMatch[] };

/** `invalid` gives the indices of the states with a problem; it is called only for `is:invalid`. */
export type SearchContext = { invalid(): ReadonlySet<number> };

/**
 * The widgets for which everything in the query holds, in the order of the flow. An unknown filter finds nothing.
 * Grows: n in widgets.
 */
export function searchFlow(
  definition: FlowDefinition,
  query: SearchQuery,
  { invalid }: SearchContext,
): SearchResult[] {
  if (isEmptyQuery(query) || query.unknown.length > 0) return [];
  const ids = widgetIds(definition);
  const patterns = query.texts.map((text) => textPattern(text));
  const usesOf = query.uses.length === 0 ? [] : usesByWidget(definition, query.uses);
  const wrong = query.isInvalid ? invalid() : null;
  const reachable = query.isUnreachable ? reachableNames(definition) : null;
  return definition.states.flatMap((state, index) => {
    const widget = ids[index] ?? '';
    if (!query.types.every((type) => hasType(state, type))) return [];
    if (wrong !== null && !wrong.has(index)) return [];
    if (reachable?.has(state.name ?? '')) return [];
    const uses = usesOf.map((byWidget) => byWidget.get(widget) ?? []);
    if (uses.some((found) => found.length === 0)) return [];
    const texts = textMatches(state, index, patterns);
    return texts === null ? [] : [{ widget, index, matches: [...texts, ...uses.flat()] }];
  });
}

/** The first place of each text that one of the patterns finds; null when one of them finds nothing in the widget. */
function textMatches(state: State, index: number, patterns: readonly RegExp[]): SearchMatch[] | null {
  if (patterns.length === 0) return [];
  const type = {
    place: pointer('states', index, 'type'),
    text: widgetType(state.type)?.title ?? textOf(state.type),
  };
  const missing = new Set(patterns);
  const matches = [...widgetTexts(state, index), type].flatMap(({ place, text }) => {
    const found = patterns.flatMap((pattern) => {
      pattern.lastIndex = 0;
      const hit = pattern.exec(text);
      if (hit === null) return [];
      missing.delete(pattern);
      return [{ place, text, start: hit.index, end: hit.index + hit[0].length }];
    });
    return found.slice(0, 1);
  });
  return missing.size === 0 ? matches : null;
}

/** The type as it is written in the file, or as its title. */
function hasType(state: State, wanted: string): boolean {
  const names = [textOf(state.type), widgetType(state.type)?.title ?? ''];
  return names.some((name) => name.toLowerCase().includes(wanted));
}

/** For each use its places by widget: variables set and read, widgets led to, flows run as subflows. */
function usesByWidget(definition: FlowDefinition, uses: readonly string[]): Map<string, SearchMatch[]>[] {
  const all = usedNames(definition);
  return uses.map((wanted) => {
    const found = new Map<string, SearchMatch[]>();
    for (const { widget, name, ...match } of all) {
      // `mood` and `flow.variables.mood` both mean the variable; `mood` is no part of `moody`.
      if (`.${name}.`.toLowerCase().includes(`.${wanted}.`))
        found.set(widget, [...(found.get(widget) ?? []), match]);
    }
    return found;
  });
}

type Used = SearchMatch & { widget: string; name: string };

function usedNames(definition: FlowDefinition): Used[] {
  const ids = widgetIds(definition);
  const read = variableReads(definition).map(({ widget, place, path, start, end }): Used => {
    const text = textOf(valueAt(definition, pathOf(place)));
    return { widget, name: path, place, text, start, end };
  });
  const set = variableUses(definition).flatMap(({ key, setBy }) =>
    setBy.map(
      ({ widget, place }): Used => ({
        widget,
        name: `flow.variables.${key}`,
        place,
        text: key,
        start: 0,
        end: 0,
      }),
    ),
  );
  const named = definition.states.flatMap((state, index): Used[] => {
    const widget = ids[index] ?? '';
    const use = (name: string, place: Pointer): Used => ({
      widget,
      name,
      place,
      text: name,
      start: 0,
      end: 0,
    });
    const sid = state.type === 'run-subflow' ? textOf(propertiesOf(state).flow_sid) : '';
    return [
      use(sid, pointer('states', index, 'properties', 'flow_sid')),
      ...transitionsOf(state).map(({ next }, at) =>
        use(textOf(next ?? ''), pointer('states', index, 'transitions', at)),
      ),
    ];
  });
  return [...read, ...set, ...named];
}
