/** The three-way merge of the transitions of one widget: by event, branches by what they test. */

import { jsonKey } from '../canonical/canonical.ts';
import { interleave } from '../change/interleave.ts';
import { pairTransitions } from '../change/transition-pairs.ts';
import type { Transition } from '../definition.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { type Merged, mergeKeys, mergeValue, type Version, type Versions } from './merge-values.ts';

/** Where both sides changed one thing; `event` names the transition, `part` what of it. */
export type TransitionConflict = {
  event: string;
  part: 'next' | 'conditions' | 'order' | 'removed';
  versions: Versions<Version>;
};

/** An entry of the result, with where it stood on each side (-1: it did not). */
type MergedEntry = { transition: Transition; base: number; ours: number; theirs: number };

/**
 * The transitions with the changes of both sides. Where they conflict, `onConflict` says which side's are kept. The order
 * order is that of the side that changed it; branches that both sides added stand in the order ours, theirs.
 */
export function mergeTransitions(
  { base, ours, theirs }: Versions<readonly Transition[]>,
  onConflict: (conflict: TransitionConflict) => 'ours' | 'theirs',
): Transition[] {
  const [inOurs, inTheirs] = [pairsByBase(base, ours), pairsByBase(base, theirs)];
  const entries: MergedEntry[] = [];
  base.forEach((transition, index) => {
    const [our, their] = [inOurs.get(index) ?? -1, inTheirs.get(index) ?? -1];
    const [mine, yours] = [ours[our], theirs[their]];
    const kept = mine ?? yours;
    if (kept === undefined) return;
    if (mine === undefined || yours === undefined) {
      if (jsonEqual(kept, transition)) return;
      const side = onConflict({
        event: transition.event,
        part: 'removed',
        versions: { base: transition, ours: mine as Version, theirs: yours as Version },
      });
      if ((side === 'ours' ? mine : yours) === undefined) return;
    }
    const merged =
      mine === undefined || yours === undefined
        ? kept
        : mergeTransition({ base: transition, ours: mine, theirs: yours }, onConflict);
    entries.push({ transition: merged, base: index, ours: our, theirs: their });
  });
  const added = [
    ...addedOn(ours, inOurs).map((index) => ({ side: 'ours' as const, index, transition: ours[index] })),
    ...addedOn(theirs, inTheirs).map((index) => ({
      side: 'theirs' as const,
      index,
      transition: theirs[index],
    })),
  ];
  const additions = new Map<string, MergedEntry>();
  for (const { side, index, transition } of added) {
    if (transition === undefined) continue;
    const key = additionKey(transition);
    const same = additions.get(key);
    if (same === undefined) {
      const entry = { transition, base: -1, ours: -1, theirs: -1, [side]: index };
      additions.set(key, entry);
      entries.push(entry);
    } else if (jsonEqual(same.transition, transition)) same[side] = index;
    else {
      same[side] = index;
      const chosen = onConflict({
        event: transition.event,
        part: 'next',
        versions: { base: undefined, ours: same.transition, theirs: transition },
      });
      if (chosen === 'theirs') same.transition = transition;
    }
  }
  return ordered(entries, onConflict).map(({ transition }) => transition);
}

function mergeTransition(
  { base, ours, theirs }: Versions<Transition>,
  onConflict: (conflict: TransitionConflict) => 'ours' | 'theirs',
): Transition {
  const { event } = base;
  const merged = mergeKeys(
    {
      base: withoutConditions(base),
      ours: withoutConditions(ours),
      theirs: withoutConditions(theirs),
    },
    (_, versions) => onConflict({ event, part: 'next', versions }),
  );
  const versions = {
    base: base.conditions as Version,
    ours: ours.conditions as Version,
    theirs: theirs.conditions as Version,
  };
  const conditions = mergeConditions(versions);
  const value =
    conditions === 'conflict'
      ? versions[onConflict({ event, part: 'conditions', versions })]
      : conditions.value;
  return { ...merged, ...(value === undefined ? {} : { conditions: value }) } as Transition;
}

/** One condition is one value: half of each would test what neither author meant. */
function mergeConditions({ base, ours, theirs }: Versions<Version>): Merged {
  const lists = [base, ours, theirs];
  const length = Array.isArray(base) ? base.length : -1;
  if (!lists.every((each) => Array.isArray(each) && each.length === length))
    return mergeValue({ base, ours, theirs });
  const [was, mine, yours] = lists as [Json[], Json[], Json[]];
  const conditions: Json[] = [];
  for (const [index, each] of was.entries()) {
    const merged = mergeValue({ base: each, ours: mine[index], theirs: yours[index] });
    if (merged === 'conflict') return merged;
    conditions.push(merged.value as Json);
  }
  return { value: conditions };
}

/** Of an event that may occur once there is one connection; branches are the same when they test the same. */
function additionKey({ event, conditions }: Transition): string {
  return jsonKey([event, ...(conditions === undefined ? [] : [conditions])]);
}

/** Sorted as the side that changed the order has it; entries of one side stand after the one before them there. */
function ordered(
  entries: readonly MergedEntry[],
  onConflict: (conflict: TransitionConflict) => 'ours' | 'theirs',
): MergedEntry[] {
  const shared = entries.filter(({ base, ours, theirs }) => base >= 0 && ours >= 0 && theirs >= 0);
  const [ours, theirs] = [orderOf(shared, 'ours'), orderOf(shared, 'theirs')];
  const base = shared.map((entry) => entry.base);
  const isConflict = !jsonEqual(ours, base) && !jsonEqual(theirs, base) && !jsonEqual(ours, theirs);
  const [first] = shared;
  const chosen =
    isConflict && first !== undefined
      ? onConflict({ event: first.transition.event, part: 'order', versions: { base, ours, theirs } })
      : 'ours';
  const leading = jsonEqual(ours, base) ? 'theirs' : chosen;
  const other = leading === 'ours' ? 'theirs' : 'ours';
  const result = entries.filter((entry) => entry[leading] >= 0).sort((a, b) => a[leading] - b[leading]);
  const rest = entries.filter((entry) => entry[leading] < 0).sort((a, b) => a[other] - b[other]);
  return interleave(
    result,
    rest,
    (entry) => entry[other],
    // What both sides added at one place stands in the order ours, theirs.
    ({ base: from, theirs: to }) => leading === 'ours' && from === -1 && to === -1,
  );
}

function orderOf(entries: readonly MergedEntry[], side: 'ours' | 'theirs'): number[] {
  return [...entries].sort((a, b) => a[side] - b[side]).map(({ base }) => base);
}

function pairsByBase(base: readonly Transition[], side: readonly Transition[]): Map<number, number> {
  return new Map(pairTransitions(base, side).pairs);
}

function addedOn(side: readonly Transition[], pairs: ReadonlyMap<number, number>): number[] {
  const paired = new Set(pairs.values());
  return [...side.keys()].filter((index) => !paired.has(index));
}

function withoutConditions(transition: Transition): JsonObject {
  const { conditions: _, ...rest } = transition;
  return rest;
}
