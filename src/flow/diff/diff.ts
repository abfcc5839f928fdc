/** The semantic diff of two definitions. `apply.ts` is its inverse. */

import { canonicalDefinition, canonicalState, layoutKey } from '../canonical/canonical.ts';
import { matchWidgets } from '../change/match-widgets.ts';
import { renameWidgets } from '../change/rename-widgets.ts';
import type { FlowDefinition, State } from '../definition.ts';
import { isObject, type Json, type JsonObject, objectOf } from '../json/json.ts';
import { jsonEqual, sameOrBothAbsent } from '../json/json-equal.ts';
import { pointer } from '../json/json-pointer.ts';
import { hasSameBehaviour } from './behaviour.ts';
import type { Change, FlowDiff } from './change.ts';
import { describedChange as described } from './describe-change.ts';
import { diffTransitions } from './diff-transitions.ts';

/**
 * All changes from `before` to `after`: those of the flow, then widget by widget in the order of `after`, removed ones
 * last. Empty when both have the same canonical form. A renamed widget is compared with its former self; what follows
 * the rename elsewhere is no change, and what an added or removed widget holds is not listed again. `renames` (old
 * names to new ones) are those that an edit history knows; others are recognised.
 * Grows: n in widgets, renamed widgets and transitions.
 */
export function diff(
  before: FlowDefinition,
  after: FlowDefinition,
  renames: ReadonlyMap<string, string> = new Map(),
): FlowDiff {
  if (!hasUniqueNames(before) || !hasUniqueNames(after))
    return diffWhole(canonicalDefinition(before), canonicalDefinition(after));
  const [old, young] = canonicalPair(before, after);
  const matched = matchWidgets(old, young, renames);
  const renamed = renameWidgets(old, matched);
  const changes = [
    ...flowChanges(old, renamed, young),
    ...widgetChanges({ old, renamed, young, after, before, matched }),
  ];
  return { behaviour: hasSameBehaviour(renamed, young) ? 'same' : 'changed', changes };
}

/** Both in canonical form, but for the widgets that are equal: most are, and each of those is one object in both. */
function canonicalPair(before: FlowDefinition, after: FlowDefinition): [FlowDefinition, FlowDefinition] {
  const later = byName(after);
  const equal = new Map<string, State>();
  for (const state of before.states) {
    const name = state.name ?? '';
    const other = later.get(name);
    if (other !== undefined && jsonEqual(state, other)) equal.set(name, state);
  }
  const shared = new Set(equal.values());
  const states = after.states.map((state) => equal.get(state.name ?? '') ?? state);
  return [canonicalDefinition(before, shared), canonicalDefinition({ ...after, states }, shared)];
}

/** True when each widget can be told from all others by its name. */
export function hasUniqueNames({ states }: FlowDefinition): boolean {
  if (!Array.isArray(states) || !states.every(isObject)) return false;
  const names = new Set(states.map(({ name }) => name));
  return names.size === states.length && [...names].every((name) => typeof name === 'string' && name !== '');
}

/** Where names do not identify widgets, the list of states is one value. */
function diffWhole(old: FlowDefinition, young: FlowDefinition): FlowDiff {
  const changes = topLevelChanges(old, old, young, []);
  const isSame = changes.every(({ path }) => path === pointer('description'));
  return { behaviour: isSame ? 'same' : 'changed', changes };
}

function flowChanges(old: FlowDefinition, renamed: FlowDefinition, young: FlowDefinition): Change[] {
  return topLevelChanges(old, renamed, young, ['states']);
}

function topLevelChanges(
  old: JsonObject,
  renamed: JsonObject,
  young: JsonObject,
  except: readonly string[],
): Change[] {
  return changedKeys(renamed, young, except).map((key) =>
    described({ kind: 'flow-changed', path: pointer(key), ...values(old[key], young[key]) }, undefined),
  );
}

type Versions = {
  /** As given: paths are places in these. */
  before: FlowDefinition;
  after: FlowDefinition;
  /** As `canonicalPair` has them; `renamed` is `old` with the names of `young`. */
  old: FlowDefinition;
  renamed: FlowDefinition;
  young: FlowDefinition;
  matched: ReadonlyMap<string, string>;
};

function widgetChanges({ before, after, old, renamed, young, matched }: Versions): Change[] {
  const formerName = new Map([...matched].map(([from, to]) => [to, from]));
  const former = byName(renamed);
  const literal = byName(old);
  const later = byName(young);
  const changes = after.states.flatMap((given, index) => {
    const name = given.name ?? '';
    const state = later.get(name);
    const was = former.get(name);
    if (state === undefined) return [];
    if (was === undefined)
      return [
        described(
          { kind: 'widget-added', widget: name, path: pointer('states', index), after: state },
          state,
        ),
      ];
    if (was === state) return [];
    const from = formerName.get(name);
    const versions = { literal: literal.get(from ?? name) ?? was, was, state };
    return [
      ...(from === undefined ? [] : [renameChange(name, from, index, state)]),
      ...stateChanges(name, index, versions),
    ];
  });
  const removed = before.states.flatMap((given, index) => {
    const name = given.name ?? '';
    const state = literal.get(name);
    if (state === undefined || matched.has(name) || later.has(name)) return [];
    return [
      described(
        { kind: 'widget-removed', widget: name, path: pointer('states', index), before: state },
        state,
      ),
    ];
  });
  return [...changes, ...removed];
}

function renameChange(widget: string, was: string, index: number, state: State): Change {
  const path = pointer('states', index, 'name');
  return described({ kind: 'widget-renamed', widget, was, path, before: was, after: widget }, state);
}

/** `was` is the former state with the names of today; `literal` is as it stood, for the values that people read. */
function stateChanges(
  widget: string,
  index: number,
  { literal, was, state }: { literal: State; was: State; state: State },
): Change[] {
  // One that was equal on both sides is not canonical yet; it is here as a rename has changed it.
  const canonical = (version: State) => canonicalState(version) as JsonObject;
  const [old, young] = [canonical(was), canonical(state)];
  const stood = literal === was ? old : canonical(literal);
  // Properties that are missing become an object by the first of them; what is anything else is one value.
  const hasProperties =
    isObject(young.properties) &&
    (isObject(old.properties) || (old.properties === undefined && Object.keys(young.properties).length > 0));
  const ofState = changedKeys(old, young, ['transitions', ...(hasProperties ? ['properties'] : [])]).map(
    (key) =>
      described(
        {
          kind: 'property-changed',
          widget,
          path: pointer('states', index, key),
          ...values(stood[key], young[key]),
        },
        state,
      ),
  );
  const ofProperties = hasProperties
    ? changedKeys(objectOf(old.properties), objectOf(young.properties), []).map((key) =>
        described(
          {
            kind: key === layoutKey ? ('widget-moved' as const) : ('property-changed' as const),
            widget,
            path: pointer('states', index, 'properties', key),
            ...values(objectOf(stood.properties)[key], objectOf(young.properties)[key]),
          },
          state,
        ),
      )
    : [];
  const ofTransitions = diffTransitions(old.transitions, young.transitions, stood.transitions).map(
    ({ kind, path, before, after }) =>
      described(
        {
          kind,
          widget,
          path: pointer('states', index, ...path),
          ...values(before, after),
        },
        after === undefined ? was : state,
      ),
  );
  return [...ofState, ...ofProperties, ...ofTransitions];
}

function changedKeys(before: JsonObject, after: JsonObject, except: readonly string[]): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !except.includes(key) && !sameOrBothAbsent(before[key], after[key]));
}

function values(before: Json | undefined, after: Json | undefined): { before?: Json; after?: Json } {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function byName({ states }: FlowDefinition): Map<string, State> {
  return new Map(states.map((state) => [state.name ?? '', state]));
}
