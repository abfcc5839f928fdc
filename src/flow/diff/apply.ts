/** Applies a diff to a definition: `apply(a, diff(a, b))` is the canonical form of b. */

import { canonicalDefinition } from '../canonical/canonical.ts';
import { followRenames, followRenamesIn, renameWidgets } from '../change/rename-widgets.ts';
import type { FlowDefinition, State } from '../definition.ts';
import { isObject, type Json, type JsonObject, objectOf, withKey } from '../json/json.ts';
import { jsonEqual, sameOrBothAbsent } from '../json/json-equal.ts';
import { pathOf } from '../json/json-pointer.ts';
import type { Change, FlowDiff } from './change.ts';
import { renamesOf } from './change.ts';
import { applyTransitionChanges, type TransitionChange } from './diff-transitions.ts';

/** `change` is the first one that does not fit the definition, `reason` a sentence that names its widget. */
export type AppliedDiff =
  | { ok: true; definition: FlowDefinition }
  | { ok: false; change: Change; reason: string };

/**
 * The definition with the changes, in canonical form. A change fits where what it says was before is there.
 * Grows: n in widgets and transitions.
 */
export function applyDiff(definition: FlowDefinition, { changes }: FlowDiff): AppliedDiff {
  const names = renamesOf(changes);
  const base: FlowDefinition & JsonObject = canonicalDefinition(definition);
  const renamed = renameWidgets(base, names);
  const states = new Map(renamed.states.map((state) => [state.name ?? '', state]));
  const known = new Set(base.states.map(({ name = '' }) => name));
  let flow: JsonObject = renamed;
  let wholeStates: Json | undefined;

  for (const change of changes) {
    const misfit = (reason: string): AppliedDiff => ({ ok: false, change, reason });
    const { kind, widget = '', was = '', before, after } = change;
    switch (kind) {
      case 'widget-added':
        if (states.has(widget) || !isObject(after)) return misfit(`There is a widget ${widget} already.`);
        states.set(widget, after as State);
        break;
      case 'widget-removed': {
        const state = states.get(widget);
        if (state === undefined) return misfit(`There is no widget ${widget}.`);
        const expected = isObject(before) ? followRenames(before as State, names) : {};
        if (!jsonEqual(state, expected)) return misfit(`${widget} is not what it was.`);
        states.delete(widget);
        break;
      }
      case 'widget-renamed':
        if (!known.has(was)) return misfit(`There is no widget ${was}.`);
        break;
      case 'flow-changed': {
        const [key = ''] = pathOf(change.path);
        // Notes and groups follow renames; what a change says of them is from before.
        const isFromBefore = key === 'states' || key === 'ui';
        const value = isFromBefore ? base[key] : flow[key];
        const expected =
          key === 'initial_state' && typeof before === 'string' ? (names.get(before) ?? before) : before;
        if (!sameOrBothAbsent(value, expected)) return misfit(`'${key}' of the flow is not what it was.`);
        if (key === 'states') wholeStates = after;
        else flow = withKey(flow, key, after);
        break;
      }
      case 'widget-moved':
      case 'property-changed':
      case 'condition-changed':
      case 'connection-changed': {
        const state = states.get(widget);
        if (state === undefined) return misfit(`There is no widget ${widget}.`);
        if (isTransitionChange(change)) break;
        const changed = withProperty(state, change, names);
        if (changed === null)
          return misfit(`'${pathOf(change.path).at(-1) ?? ''}' of ${widget} is not what it was.`);
        states.set(widget, changed);
        break;
      }
    }
  }

  for (const [widget, own] of groupByWidget(changes.filter(isTransitionChange))) {
    const state = states.get(widget);
    const applied = applyTransitionChanges(
      state?.transitions as Json | undefined,
      own.map((each) => belowState(each, names)),
    );
    const [first] = own;
    if (state === undefined || first === undefined) continue;
    if (!applied.fits)
      return { ok: false, change: first, reason: `The connections of ${widget} are not what they were.` };
    const { transitions: _, ...rest } = state;
    const { transitions } = applied;
    states.set(widget, (transitions === undefined ? rest : { ...rest, transitions }) as State);
  }
  const result = { ...flow, states: wholeStates ?? [...states.values()] };
  return { ok: true, definition: canonicalDefinition(result as FlowDefinition) };
}

/** True for a change below `transitions`, or of the whole list. */
function isTransitionChange({ kind, path }: Change): boolean {
  return kind !== 'flow-changed' && pathOf(path)[2] === 'transitions';
}

function belowState(
  { kind, path, before, after }: Change,
  names: ReadonlyMap<string, string>,
): TransitionChange {
  const [, , ...below] = pathOf(path);
  const part = below.length === 1 ? 'transitions' : kind === 'connection-changed' ? 'connection' : 'text';
  return {
    kind: kind as TransitionChange['kind'],
    path: below,
    ...(before === undefined ? {} : { before: followRenamesIn(before, names, part) }),
    ...(after === undefined ? {} : { after }),
  };
}

function groupByWidget(changes: readonly Change[]): Map<string, Change[]> {
  return Map.groupBy(changes, ({ widget = '' }) => widget);
}

/** The state with one key, or one property, changed; null when it is not what it was. */
function withProperty(
  state: State,
  { path, before, after }: Change,
  names: ReadonlyMap<string, string>,
): State | null {
  const [, , part = '', property] = pathOf(path);
  const whole: JsonObject = state;
  const holder = property === undefined ? whole : objectOf(whole.properties);
  // Values are as they stood before the renames of the same diff, which the state has followed by now.
  const kept = part === 'properties' ? 'text' : 'other';
  const expected = before === undefined ? undefined : followRenamesIn(before, names, kept);
  if (!sameOrBothAbsent(holder[property ?? part], expected)) return null;
  const changed = withKey(holder, property ?? part, after);
  return (property === undefined ? changed : { ...whole, properties: changed }) as State;
}
