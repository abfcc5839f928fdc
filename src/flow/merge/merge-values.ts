/** The three-way merge of single values and of objects, key by key. */

import { mergeText } from '../change/merge-text.ts';
import { isObject, type Json, type JsonObject, objectOf } from '../json/json.ts';
import { sameOrBothAbsent } from '../json/json-equal.ts';

/** A value that may be absent. */
export type Version = Json | undefined;

/** The three versions of one value. */
export type Versions<Value> = { base: Value; ours: Value; theirs: Value };

/** `conflict` when both sides changed the value, each in its own way. */
export type Merged = { value: Version } | 'conflict';

/** The value of the side that changed it; of two texts that both changed, both changes where they do not touch. */
export function mergeValue({ base, ours, theirs }: Versions<Version>): Merged {
  if (sameOrBothAbsent(ours, theirs) || sameOrBothAbsent(base, theirs)) return { value: ours };
  if (sameOrBothAbsent(base, ours)) return { value: theirs };
  if (typeof base !== 'string' || typeof ours !== 'string' || typeof theirs !== 'string') return 'conflict';
  const text = mergeText({ base, ours, theirs });
  return text === null ? 'conflict' : { value: text };
}

/** Merges objects at every depth. Of two numbers, such as a place that both sides changed, ours is taken. */
export function mergeDeeply(versions: Versions<Version>): Merged {
  const merged = mergeValue(versions);
  const { base, ours, theirs } = versions;
  if (merged !== 'conflict') return merged;
  if (typeof ours === 'number' && typeof theirs === 'number') return { value: ours };
  if (!isObject(ours) || !isObject(theirs)) return 'conflict';
  let isConflict = false;
  const sides = { base: objectOf(base), ours, theirs };
  const onConflict = () => {
    isConflict = true;
    return 'ours' as const;
  };
  const value = mergeKeys(sides, onConflict, mergeDeeply);
  return isConflict ? 'conflict' : { value };
}

/** Merges objects key by key; `onConflict` says for each key in conflict which side's value is taken. */
export function mergeKeys(
  { base, ours, theirs }: Versions<JsonObject>,
  onConflict: (key: string, versions: Versions<Version>) => 'ours' | 'theirs',
  mergeOne: (versions: Versions<Version>, key: string) => Merged = mergeValue,
): JsonObject {
  const keys = new Set([base, ours, theirs].flatMap((each) => Object.keys(each)));
  const entries = [...keys].flatMap((key): [string, Json][] => {
    const versions = { base: base[key], ours: ours[key], theirs: theirs[key] };
    const merged = mergeOne(versions, key);
    const value = merged === 'conflict' ? versions[onConflict(key, versions)] : merged.value;
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}
