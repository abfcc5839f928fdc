/** A merge as people decide on it: what each side changed, what merges by itself, and what needs a choice. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Change } from '#flow/diff/change.ts';
import { changedLabel } from '#flow/diff/describe-change.ts';
import { diff } from '#flow/diff/diff.ts';
import { outletsOf } from '#flow/graph.ts';
import { isObject } from '#flow/json/json.ts';
import { pointer } from '#flow/json/json-pointer.ts';
import { type Choices, type Conflict, conflictKey, merge } from '#flow/merge/merge.ts';
import type { Versions } from '#flow/merge/merge-values.ts';
import type { ChangeMark } from '../canvas/canvas-props.ts';
import { groupChanges, withoutLayout } from './change-groups.ts';

/** A widget that only one side changed, or both without touching the same. `widget` is null for the flow. */
export type MergedGroup = { widget: string | null; mark: ChangeMark; side: 'ours' | 'theirs' };

export type MergeView = {
  /** The merged definition; null while a choice is missing or the result would not be valid. */
  definition: FlowDefinition | null;
  /** What both sides changed, decided or not. A choice may add others. */
  conflicts: readonly Conflict[];
  /** What would be invalid although everything is decided, or why there can be no merge. */
  problems: readonly string[];
  merged: readonly MergedGroup[];
};

/** The merge of the working copy (`ours`) with a newer revision (`theirs`), decided by `choices` so far. */
export function mergeView(versions: Versions<FlowDefinition>, choices: Choices): MergeView {
  const undecided = merge(versions);
  const decided = merge(versions, choices);
  const conflicts = conflictsOf(undecided).filter(isDecidable);
  const later = conflictsOf(decided).filter(
    (each) => isDecidable(each) && !conflicts.some((one) => conflictKey(one) === conflictKey(each)),
  );
  const problems = conflictsOf(decided)
    .filter((each) => !isDecidable(each))
    .map(({ text }) => text);
  const all = [...conflicts, ...later];
  const inConflict = new Set(all.map(({ widget }) => widget));
  return {
    definition: decided.ok ? decided.definition : null,
    conflicts: all,
    problems: 'refusal' in decided ? [decided.refusal] : problems,
    merged: [
      ...groupsOf(versions.base, versions.ours, 'ours'),
      ...groupsOf(versions.base, versions.theirs, 'theirs'),
    ].filter(({ widget }) => !inConflict.has(widget)),
  };
}

/** What a conflict is about: the label of the field, or the outlet. */
export function conflictLabel(
  { part, versions }: Conflict,
  states: Versions<State | undefined>,
): string | null {
  if (part === 'widget') return null;
  const state = states.ours ?? states.theirs ?? states.base;
  const isProperty = [states.base, states.ours, states.theirs].some(
    (each) => isObject(each?.properties) && Object.hasOwn(each.properties, part),
  );
  if (isProperty)
    return changedLabel({ kind: 'property-changed', path: pointer('states', 0, 'properties', part) }, state);
  const outlet = outletsOf(state ?? {}).find(({ event }) => event === part);
  if (outlet !== undefined) return `'${outlet.label}'`;
  return state === undefined && versions.base !== undefined
    ? changedLabel({ kind: 'flow-changed', path: pointer(part) }, undefined)
    : part;
}

/** The state of that name in each version. */
export function statesNamed(
  { base, ours, theirs }: Versions<FlowDefinition>,
  widget: string | null,
): Versions<State | undefined> {
  const find = ({ states }: FlowDefinition) => states.find(({ name }) => name === widget);
  return { base: find(base), ours: find(ours), theirs: find(theirs) };
}

function groupsOf(base: FlowDefinition, side: FlowDefinition, of: MergedGroup['side']): MergedGroup[] {
  const changes: Change[] = withoutLayout(diff(base, side).changes);
  return groupChanges(changes, base, side).map(({ widget, mark }) => ({ widget, mark, side: of }));
}

function conflictsOf(result: ReturnType<typeof merge>): readonly Conflict[] {
  return result.ok ? [] : result.conflicts;
}

/** Conflicts of the merged whole have no sides to choose from. */
function isDecidable({ versions }: Conflict): boolean {
  return versions.base !== undefined || versions.ours !== undefined || versions.theirs !== undefined;
}
