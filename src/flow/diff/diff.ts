/** Structural diff of two definitions, widget by widget, behaviour apart from layout. */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { outletsOf, widgetIds } from '../graph.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { applyRenames, findRenames } from './detect-renames.ts';

/**
 * One change. `widget` is its id in the newer definition, in `removed` in the older one. An absent value is
 * undefined. `transition` is an outlet with another target (`before` and `after` are widget names, null for none),
 * `trigger` the same for the trigger; `branches` are the conditions of a split or their order. `other` is any
 * further key of a widget, `flow` any of the definition: description, initial_state, flags …
 */
export type Change =
  | { kind: 'added'; widget: string }
  | { kind: 'removed'; widget: string }
  | { kind: 'renamed'; widget: string; before: string }
  | { kind: 'moved'; widget: string }
  | { kind: 'property'; widget: string; property: string; before: Json | undefined; after: Json | undefined }
  | {
      kind: 'transition' | 'trigger';
      widget: string;
      outlet: string;
      before: string | null;
      after: string | null;
    }
  | { kind: 'branches'; widget: string; before: Json; after: Json }
  | { kind: 'other'; widget: string; key: string; before: Json | undefined; after: Json | undefined }
  | { kind: 'flow'; key: string; before: Json | undefined; after: Json | undefined };

/** False for changes that only move a widget on the canvas. */
export function isBehaviourChange(change: Change): boolean {
  return change.kind !== 'moved';
}

/**
 * All changes from `before` to `after`, widgets in the order of `after`, removed ones last. Empty when both are
 * equivalent: the order of states and of keys has no meaning, and a transition without a target equals none.
 * A renamed widget is compared with its former self; updated references to it are not changes.
 */
export function diff(before: FlowDefinition, after: FlowDefinition): Change[] {
  const renames = findRenames(before, after);
  const old = applyRenames(before, renames);
  const formerOf = new Map([...renames].map(([from, to]) => [to, from]));
  const oldStates = byId(old);
  const newStates = byId(after);
  const changes = [...flowChanges(old, after)];
  for (const [widget, state] of newStates) {
    const former = oldStates.get(widget);
    const from = formerOf.get(widget);
    if (from !== undefined) changes.push({ kind: 'renamed', widget, before: from });
    changes.push(
      ...(former === undefined ? [{ kind: 'added', widget } as const] : stateChanges(widget, former, state)),
    );
  }
  for (const widget of oldStates.keys())
    if (!newStates.has(widget)) changes.push({ kind: 'removed', widget });
  return changes;
}

function flowChanges(before: FlowDefinition, after: FlowDefinition): Change[] {
  return keyChanges(before as unknown as JsonObject, after as unknown as JsonObject, ['states']).map(
    (change) => ({
      kind: 'flow',
      ...change,
    }),
  );
}

function stateChanges(widget: string, before: State, after: State): Change[] {
  const own = keyChanges(before as JsonObject, after as JsonObject, ['name', 'transitions', 'properties']);
  return [
    ...own.map((change) => ({ kind: 'other', widget, ...change }) as const),
    ...propertyChanges(widget, before, after),
    ...transitionChanges(widget, before, after),
  ];
}

function propertyChanges(widget: string, before: State, after: State): Change[] {
  if (isReadable(before.properties) !== isReadable(after.properties)) {
    const values = { before: before.properties, after: after.properties };
    return [{ kind: 'other', widget, key: 'properties', ...values }];
  }
  return keyChanges(propertiesOf(before), propertiesOf(after), []).map(({ key, ...values }) =>
    key === 'offset' ? { kind: 'moved', widget } : { kind: 'property', widget, property: key, ...values },
  );
}

function transitionChanges(widget: string, before: State, after: State): Change[] {
  const changes: Change[] = [];
  const kind = after.type === 'trigger' ? 'trigger' : 'transition';
  const oldTargets = new Map(outletsOf(before).map((outlet) => [outlet.key, outlet.next]));
  const newTargets = new Map(outletsOf(after).map((outlet) => [outlet.key, outlet.next]));
  const [was, is] = [branchesOf(before), branchesOf(after)];
  for (const outlet of new Set([...oldTargets.keys(), ...newTargets.keys()])) {
    const [from, to] = [oldTargets.get(outlet) ?? null, newTargets.get(outlet) ?? null];
    if (from !== to) changes.push({ kind, widget, outlet, before: from, after: to });
  }
  if (!jsonEqual(was, is)) changes.push({ kind: 'branches', widget, before: was, after: is });
  return changes;
}

/** The transitions without their targets, of those that have more than an event: branches with conditions. */
function branchesOf(state: State): Json[] {
  return transitionsOf(state).flatMap((transition) => {
    const { next: _, ...rest } = transition as JsonObject;
    return Object.keys(rest).length > 1 ? [rest] : [];
  });
}

function keyChanges(before: JsonObject, after: JsonObject, except: string[]) {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys].flatMap((key) => {
    if (except.includes(key)) return [];
    const values = { key, before: before[key], after: after[key] };
    return values.before !== undefined && values.after !== undefined && jsonEqual(values.before, values.after)
      ? []
      : [values];
  });
}

function isReadable(properties: unknown): boolean {
  return properties === undefined || isObject(properties);
}

function byId(definition: FlowDefinition): Map<string, State> {
  const ids = widgetIds(definition);
  return new Map(definition.states.map((state, index) => [ids[index] ?? '', state]));
}
