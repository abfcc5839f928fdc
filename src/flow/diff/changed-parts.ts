/** What differs between two contents of a flow, in the parts that people count: widgets, the flow itself, the layout. */

import type { FlowContent } from '../change/working-copy.ts';
import type { FlowDefinition, State } from '../definition.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { type Change, isLayoutChange } from './change.ts';
import { diff, hasUniqueNames } from './diff.ts';

/**
 * A widget with all that changed in it, the flow itself, or everything that only moved or is a note: however many cards
 * were arranged, that is one part. `renamed` has both names of the flow, where it has another one.
 */
export type ChangedPart =
  | { kind: 'widget'; widget: string; changes: readonly Change[] }
  | { kind: 'flow'; renamed: { before: string; after: string } | null; changes: readonly Change[] }
  | { kind: 'layout'; changes: readonly Change[] };

/**
 * The parts that differ, widgets in the order of `after`, the flow before them and the layout after them. Empty when both
 * contents have the same name and canonical form. What a widget's change moves besides belongs to the widget. The paths
 * of the changes are no places in the definitions, as only the widgets that differ are compared: with equal ones the cost
 * is that of comparing them once.
 * Grows: n in widgets.
 */
export function changedParts(before: FlowContent, after: FlowContent): ChangedPart[] {
  const [old, young] = withoutEqualStates(before.definition, after.definition);
  const { changes } = diff(old, young);
  const byWidget = Map.groupBy(changes, ({ widget }) => widget ?? null);
  const ofFlow = byWidget.get(null) ?? [];
  byWidget.delete(null);
  const ofWidgets = [...byWidget];
  const own = ofFlow.filter((each) => !isLayoutChange(each));
  const layout = [
    ...ofFlow.filter(isLayoutChange),
    ...ofWidgets.flatMap(([, each]) => (each.every(isLayoutChange) ? each : [])),
  ];
  const renamed = before.name === after.name ? null : { before: before.name, after: after.name };
  return [
    ...(own.length > 0 || renamed !== null ? [{ kind: 'flow' as const, renamed, changes: own }] : []),
    ...ofWidgets.flatMap(([widget, each]): ChangedPart[] =>
      widget === null || each.every(isLayoutChange) ? [] : [{ kind: 'widget', widget, changes: each }],
    ),
    ...(layout.length > 0 ? [{ kind: 'layout' as const, changes: layout }] : []),
  ];
}

/** Both without the widgets that are the same in them. */
function withoutEqualStates(before: FlowDefinition, after: FlowDefinition): [FlowDefinition, FlowDefinition] {
  if (!hasUniqueNames(before) || !hasUniqueNames(after)) return [before, after];
  const old = new Map(before.states.map((state) => [state.name, state]));
  const equal = new Set<string | undefined>();
  for (const state of after.states) {
    const was = old.get(state.name);
    if (was !== undefined && isEqual(was, state)) equal.add(state.name);
  }
  const differing = (definition: FlowDefinition): FlowDefinition => ({
    ...definition,
    states: definition.states.filter(({ name }) => !equal.has(name)),
  });
  return [differing(before), differing(after)];
}

/** The state of `before` that one of `after` was equal to: an edit leaves most of both as they are. */
const knownEqual = new WeakMap<State, State>();

function isEqual(was: State, state: State): boolean {
  if (knownEqual.get(state) === was) return true;
  if (!jsonEqual(was, state)) return false;
  knownEqual.set(state, was);
  return true;
}
