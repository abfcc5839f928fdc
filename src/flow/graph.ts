/** A definition as a directed graph: widgets, their outlets, and the cords (edges) between them. */

import { type FlowDefinition, type State, type Transition, transitionsOf } from './definition.ts';
import type { Json } from './json/json.ts';
import { comparisonText, type WordOf } from './widgets/conditions.ts';
import { widgetType } from './widgets/widget-types.ts';

/**
 * A port at which a cord may leave a widget. `key` is unique within the widget and stable while other outlets
 * change: the event, with `~2`, `~3` … for a repeated one. `transition` is the index in the state's transitions,
 * null when the event has no transition yet. `isNamed` where `label` comes from its conditions, not from the widget type.
 */
export type Outlet = {
  key: string;
  event: string;
  label: string;
  isNamed: boolean;
  transition: number | null;
  next: string | null;
};

/** An edge of the graph; `id` is `from key`. `from` and `to` are widget ids. */
export type Cord = { id: string; from: string; outlet: string; event: string; to: string };

/**
 * The ids of all widgets, by index: the name where it is unique, otherwise the name (or nothing) with
 * `~index`. A definition that validates has ids equal to names.
 * Grows: n in widgets.
 */
export function widgetIds(definition: FlowDefinition): string[] {
  const taken = new Set<string>();
  return definition.states.map((state, index) => {
    const name = typeof state.name === 'string' && state.name !== '' ? state.name : '';
    const id = name === '' || taken.has(name) ? `${name}~${index}` : name;
    taken.add(id);
    return id;
  });
}

/**
 * The outlets of a widget in the order of its type's events; unknown events come last. Labels are English without `wordOf`.
 * Grows: n in transitions and unknown events.
 */
export function outletsOf(state: State, wordOf: WordOf = (english) => english): Outlet[] {
  const type = widgetType(state.type);
  const transitions = transitionsOf(state);
  const specs = new Map(type?.events.map((event) => [event.name, event]));
  // In the order of the type's events, unknown ones behind them.
  const byEvent = new Map(
    [...specs.keys()].map((event): [string, { each: Transition; index: number }[]] => [event, []]),
  );
  transitions.forEach((each, index) => {
    // An edit may have taken the event of a transition, or a file may have none that is a text: it keeps an outlet, from which it
    // can be seen and deleted.
    const event = typeof each.event === 'string' ? each.event : '';
    const entries = byEvent.get(event);
    if (entries === undefined) byEvent.set(event, [{ each, index }]);
    else entries.push({ each, index });
  });
  const outlets: Outlet[] = [];
  for (const [event, entries] of byEvent) {
    const spec = specs.get(event);
    if (entries.length === 0 && event !== type?.repeats) {
      const label = wordOf(spec?.label ?? event);
      outlets.push({ key: event, event, label, isNamed: false, transition: null, next: null });
    }
    entries.forEach(({ each, index }, nth) => {
      const name = conditionLabel(each.conditions, wordOf);
      outlets.push({
        key: nth === 0 ? event : `${event}~${nth + 1}`,
        event,
        label: name ?? wordOf(spec?.label ?? event),
        isNamed: name !== undefined,
        transition: index,
        next: typeof each.next === 'string' && each.next !== '' ? each.next : null,
      });
    });
  }
  return outlets;
}

/** All cords whose ends both exist: a transition to a missing widget has none. Grows: n in widgets and transitions. */
export function cordsOf(definition: FlowDefinition): Cord[] {
  const ids = widgetIds(definition);
  const idOfName = new Map<string, string>();
  definition.states.forEach((state, index) => {
    const id = ids[index];
    if (typeof state.name === 'string' && id !== undefined && !idOfName.has(state.name))
      idOfName.set(state.name, id);
  });
  return definition.states.flatMap((state, index) => {
    const from = ids[index] ?? '';
    return outletsOf(state).flatMap(({ key, event, next }) => {
      const to = next === null ? undefined : idOfName.get(next);
      return to === undefined ? [] : [{ id: `${from} ${key}`, from, outlet: key, event, to }];
    });
  });
}

/** The names of all widgets that are reachable from the initial state, itself included. Grows: n in widgets. */
export function reachableNames(definition: FlowDefinition): Set<string> {
  const byName = new Map(definition.states.map((state) => [state.name ?? '', state]));
  const seen = new Set<string>();
  const queue = [definition.initial_state];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const state = byName.get(name);
    if (state === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const { next } of transitionsOf(state))
      if (typeof next === 'string' && next !== '') queue.push(next);
  }
  return seen;
}

/** The comparison of a branch, `is yes` or `> 0`; undefined where there is nothing to compare yet. */
function conditionLabel(conditions: unknown, wordOf: WordOf): string | undefined {
  if (!Array.isArray(conditions)) return undefined;
  const comparisons = (conditions as Json[])
    .map((each) => comparisonText(each, wordOf))
    .filter((text) => text !== '');
  if (comparisons.length > 0) return comparisons.join(` ${wordOf('and')} `);
  const first = conditions[0] as { friendly_name?: unknown } | undefined;
  return typeof first?.friendly_name === 'string' && !/^If value /.test(first.friendly_name)
    ? first.friendly_name
    : undefined;
}
