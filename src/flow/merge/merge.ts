/** The three-way merge of definitions: by widget, property, connection and condition. */

import { annotationKeys, canonicalDefinition, layoutKey } from '../canonical/canonical.ts';
import { matchWidgets } from '../change/match-widgets.ts';
import { renameWidgets } from '../change/rename-widgets.ts';
import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { hasUniqueNames } from '../diff/diff.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { stateIndex } from '../validation/finding.ts';
import { validateErrors } from '../validation/validate.ts';
import { mergeTransitions } from './merge-transitions.ts';
import { mergeDeeply, mergeKeys, mergeValue, type Version, type Versions } from './merge-values.ts';

/**
 * What both sides changed, each in its own way, or what would be invalid when both changes were taken. `widget` is null
 * for what belongs to the flow; `part` is a property, an event, `name` or `widget` (an edit against a removal).
 */
export type Conflict = { widget: string | null; part: string; versions: Versions<Version>; text: string };

/** Which side a conflict is decided for. */
export type Side = 'ours' | 'theirs';

/** The choices of a person, by `conflictKey`. */
export type Choices = ReadonlyMap<string, Side>;

/** The merged definition is in canonical form. */
export type MergeResult =
  | { ok: true; definition: FlowDefinition }
  | { ok: false; conflicts: Conflict[] }
  | { ok: false; conflicts: []; refusal: string };

/** Less than this share of the widgets in common, by name and type, and the flows are strangers to each other. */
const leastShared = 0.25;

/** Flows of so few widgets may have been redrawn. */
const fewWidgets = 3;

/**
 * Merges the changes from `base` to `ours` with those from `base` to `theirs`. Positions never conflict: two moves of a
 * widget take ours, and a removal takes a widget that the other side only moved. A conflict that `choices` decide takes
 * that side and is not reported.
 * Grows: n in widgets and transitions.
 */
export function merge(
  { base, ours, theirs }: Versions<FlowDefinition>,
  choices: Choices = new Map(),
): MergeResult {
  if (![base, ours, theirs].every(hasUniqueNames))
    return refused('A merge needs flows in which each widget has a name of its own.');
  const was = canonicalDefinition(base);
  const canonicalSide = sharingStates(base, was);
  const [mine, yours] = [canonicalSide(ours), canonicalSide(theirs)];
  const [byUs, byThem] = [matchWidgets(was, mine), matchWidgets(was, yours)];
  if (!areRelated(was, mine, byUs) || !areRelated(was, yours, byThem))
    return refused('These flows have no common origin.');

  const conflicts: Conflict[] = [];
  const decide: Decide = (conflict) => {
    const choice = choices.get(conflictKey(conflict));
    if (choice === undefined) conflicts.push(conflict);
    return choice ?? 'ours';
  };
  const names = agreedNames({ base: was, ours: mine, theirs: yours }, { ours: byUs, theirs: byThem }, decide);
  const aligned = {
    base: renameWidgets(was, names.base),
    ours: renameWidgets(mine, names.ours),
    theirs: renameWidgets(yours, names.theirs),
  };
  if (!Object.values(aligned).every(hasUniqueNames)) {
    const taken = [...names.ours, ...names.theirs].map(([, to]) => to);
    const clash = taken.find((name) =>
      [aligned.ours, aligned.theirs].some((each) => occursTwice(each, name)),
    );
    return {
      ok: false,
      conflicts: [
        ...conflicts,
        {
          widget: clash ?? '',
          part: 'name',
          versions: { base: undefined, ours: clash, theirs: clash },
          text: `Both sides have a new widget named ${clash ?? ''}, one of them by a rename.`,
        },
      ],
    };
  }
  const flow = mergeKeys(
    withoutStates(aligned),
    (key, sides) =>
      decide({
        widget: null,
        part: key,
        versions: sides,
        text: `Both sides changed '${key}' of the flow.`,
      }),
    (sides, key) => (annotationKeys.includes(key) ? mergeDeeply(sides) : mergeValue(sides)),
  );
  const states = mergeStates(aligned, decide);
  const ofOneSide = new Set([...aligned.ours.states, ...aligned.theirs.states]);
  const definition = canonicalDefinition({ ...flow, states } as FlowDefinition, ofOneSide);
  if (conflicts.length === 0) conflicts.push(...newErrors(definition, [mine, yours], ofOneSide));
  return conflicts.length === 0 ? { ok: true, definition } : { ok: false, conflicts };
}

/** Makes the canonical form of a side. Its widgets that are equal to one of the base, as most are, are the same objects. */
function sharingStates(base: FlowDefinition, canonical: FlowDefinition) {
  const [given, states] = [byName(base), byName(canonical)];
  return (side: FlowDefinition): FlowDefinition => {
    const shared = new Set<State>();
    const found = side.states.map((state) => {
      const name = state.name ?? '';
      const [was, is] = [given.get(name), states.get(name)];
      if (was === undefined || is === undefined || !jsonEqual(was, state)) return state;
      shared.add(is);
      return is;
    });
    return canonicalDefinition({ ...side, states: found }, shared);
  };
}

/** Identifies a conflict in repeated merges of the same versions. */
export function conflictKey({ widget, part, versions }: Conflict): string {
  return JSON.stringify([widget, part, versions]);
}

/** Reports a conflict unless it is decided; returns the side to take for now. */
type Decide = (conflict: Conflict) => Side;

function refused(refusal: string): MergeResult {
  return { ok: false, conflicts: [], refusal };
}

/** Old names to new ones. */
type Renames = ReadonlyMap<string, string>;

/** Names that each version changes to so that one widget has one name in all of them. */
function agreedNames(
  { base, ours, theirs }: Versions<FlowDefinition>,
  { ours: byUs, theirs: byThem }: Record<Side, Renames>,
  decide: Decide,
) {
  const names = {
    base: new Map<string, string>(),
    ours: new Map<string, string>(),
    theirs: new Map<string, string>(),
  };
  const [inOurs, inTheirs] = [namesOf(ours), namesOf(theirs)];
  for (const { name = '' } of base.states) {
    const [our, their] = [byUs.get(name), byThem.get(name)];
    if (our === undefined && their === undefined) continue;
    const isConflict = our !== undefined && their !== undefined && our !== their;
    const side = isConflict
      ? decide({
          widget: name,
          part: 'name',
          versions: { base: name, ours: our, theirs: their },
          text: `${name} was renamed to ${our} by us and to ${their} by them.`,
        })
      : 'ours';
    const agreed = (side === 'ours' ? (our ?? their) : their) ?? name;
    names.base.set(name, agreed);
    if (our === undefined && inOurs.has(name)) names.ours.set(name, agreed);
    if (their === undefined && inTheirs.has(name)) names.theirs.set(name, agreed);
    if (our !== undefined && our !== agreed) names.ours.set(our, agreed);
    if (their !== undefined && their !== agreed) names.theirs.set(their, agreed);
  }
  return names;
}

function mergeStates({ base, ours, theirs }: Versions<FlowDefinition>, decide: Decide): State[] {
  const [was, mine, yours] = [byName(base), byName(ours), byName(theirs)];
  const names = new Set([...mine.keys(), ...yours.keys()]);
  return [...names].flatMap((name) => {
    const versions = { base: was.get(name), ours: mine.get(name), theirs: yours.get(name) };
    const merged = mergeState(name, versions, decide);
    return merged === null ? [] : [merged];
  });
}

/** The merged widget, null where it is removed. */
function mergeState(
  widget: string,
  { base, ours, theirs }: Versions<State | undefined>,
  decide: Decide,
): State | null {
  const report = (part: string, versions: Versions<Version>, text: string) =>
    decide({ widget, part, versions, text });
  const whole = { base: base as Version, ours: ours as Version, theirs: theirs as Version };
  if (ours === undefined || theirs === undefined) {
    const left = ours ?? theirs;
    if (left === undefined) return null;
    if (base === undefined) return left;
    if (jsonEqual(withoutLayout(base), withoutLayout(left))) return null;
    const [remover, editor] = ours === undefined ? ['us', 'them'] : ['them', 'us'];
    const side = report('widget', whole, `${widget} was removed by ${remover} and changed by ${editor}.`);
    return (side === 'ours' ? ours : theirs) ?? null;
  }
  if (base === undefined) {
    if (!jsonEqual(withoutLayout(ours), withoutLayout(theirs)))
      return report('widget', whole, `Both sides added a widget named ${widget}.`) === 'ours' ? ours : theirs;
    return ours;
  }
  // Most widgets are as they were on one side or on both.
  if (jsonEqual(base, theirs) || jsonEqual(ours, theirs)) return ours;
  if (jsonEqual(base, ours)) return theirs;
  return mergeCommonState(widget, { base, ours, theirs }, report);
}

function mergeCommonState(
  widget: string,
  states: Versions<State>,
  report: (part: string, versions: Versions<Version>, text: string) => Side,
): State {
  const { base, ours, theirs } = states;
  const changedByBoth = (part: string) => `Both sides changed '${part}' of ${widget}.`;
  const onConflict = (part: string, versions: Versions<Version>) =>
    report(part, versions, changedByBoth(part));
  const merged = mergeKeys(mapVersions(states, keysApart), onConflict);
  const properties = mergeKeys(mapVersions(states, propertiesWithoutOffset), onConflict);
  const offset = mergedOffset(mapVersions(states, (state) => propertiesOf(state)[layoutKey]));
  if (offset !== undefined) properties[layoutKey] = offset;
  if ([base, ours, theirs].some((state) => state.properties !== undefined)) merged.properties = properties;
  if ([base, ours, theirs].some((state) => state.transitions !== undefined)) {
    const transitions = mergeTransitions(mapVersions(states, transitionsOf), ({ event, part, versions }) => {
      const text =
        part === 'removed'
          ? `A branch of ${widget} was removed on one side and changed on the other.`
          : changedByBoth(part === 'next' ? event : part);
      return report(event, versions, text);
    });
    merged.transitions = transitions;
  }
  return merged as State;
}

/** Ours where both sides moved the widget. */
function mergedOffset({ base, ours, theirs }: Versions<Version>): Version {
  const isOurs = ours !== undefined && (base === undefined || !jsonEqual(base, ours));
  return isOurs || theirs === undefined ? ours : theirs;
}

/**
 * Errors of the merged definition that neither side has: a connection to a widget that the other side removed. What is
 * wrong in a widget that is as one side has it (`ofOneSide`) is wrong there too.
 */
function newErrors(
  definition: FlowDefinition,
  sides: readonly FlowDefinition[],
  ofOneSide: ReadonlySet<State>,
): Conflict[] {
  const errors = errorsOf(definition, ofOneSide);
  if (errors.length === 0) return [];
  const known = new Set(sides.flatMap((side) => errorsOf(side).map(({ key }) => key)));
  return errors
    .filter(({ key }) => !known.has(key))
    .map(({ widget, message }) => ({
      widget,
      part: 'result',
      versions: { base: undefined, ours: undefined, theirs: undefined },
      text: `Taken together the changes are not valid: ${message}${widget === null ? '' : ` (${widget})`}`,
    }));
}

function errorsOf(
  definition: FlowDefinition,
  known?: ReadonlySet<State>,
): { key: string; widget: string | null; message: string }[] {
  return validateErrors(definition, known).map((finding) => {
    const index = stateIndex(finding);
    const widget = index === null ? null : (definition.states[index]?.name ?? '');
    // Its place differs from version to version, its widget and its sentence do not.
    return { key: `${finding.code} ${widget} ${finding.message}`, widget, message: finding.message };
  });
}

function areRelated(base: FlowDefinition, side: FlowDefinition, renames: Renames): boolean {
  const [was, is] = [base, side].map(({ states }) => states.filter(({ type }) => type !== 'trigger'));
  const least = Math.min(was?.length ?? 0, is?.length ?? 0);
  if (least < fewWidgets) return true;
  const types = new Map(side.states.map(({ name, type }) => [name ?? '', type]));
  const shared = (was ?? []).filter(({ name = '', type }) => types.get(renames.get(name) ?? name) === type);
  return shared.length / least >= leastShared;
}

function occursTwice({ states }: FlowDefinition, name: string): boolean {
  return states.filter((state) => state.name === name).length > 1;
}

function withoutStates(flows: Versions<FlowDefinition>): Versions<JsonObject> {
  return mapVersions(flows, (flow) => {
    const { states: _, ...rest } = flow;
    return rest;
  });
}

/** What is neither a property nor a transition. */
function keysApart(state: State): JsonObject {
  const { properties: _, transitions: __, ...rest } = state;
  return rest;
}

function propertiesWithoutOffset(state: State): JsonObject {
  const { [layoutKey]: _, ...rest } = propertiesOf(state);
  return rest;
}

function withoutLayout(state: State): Json {
  return { ...state, properties: propertiesWithoutOffset(state) };
}

function byName({ states }: FlowDefinition): Map<string, State> {
  return new Map(states.map((state) => [state.name ?? '', state]));
}

function namesOf(definition: FlowDefinition): Set<string> {
  return new Set(byName(definition).keys());
}

function mapVersions<From, To>(
  { base, ours, theirs }: Versions<From>,
  change: (from: From) => To,
): Versions<To> {
  return { base: change(base), ours: change(ours), theirs: change(theirs) };
}
