/**
 * Finds which widget of a definition is which widget of a later one: by name, then by content, then by similarity of
 * content, connections and place.
 */

import { jsonKey, layoutKey } from '../canonical/canonical.ts';
import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { renameReferences } from '../edit/rename-references.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { sameOrBothAbsent } from '../json/json-equal.ts';
import { widgetType } from '../widgets/widget-types.ts';

/** Stands for the name of any widget that is in one definition only. */
const unknownName = 'unknown-name-of-a-widget';

/** From this score on a removed and an added widget are one that was renamed. */
const leastScore = 0.55;

/** Widgets with the same trait are compared one by one only where there are at most so many pairs of them. */
const maxPairsOfTrait = 400;

/** How many times all that widgets are recognised by may be compared. The rarest traits come first. */
const comparisonsOfEach = 10;
/** Characters that are compared in the time of one entry of a list. */
const charactersInEntry = 50;

/**
 * The renamed widgets, old names to new ones. `known` are renames that an edit history has: they are taken where both
 * names exist. All names of each definition must be unique.
 */
export function matchWidgets(
  before: FlowDefinition,
  after: FlowDefinition,
  known: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const [old, young] = [before.states as Named[], after.states as Named[]];
  const oldNames = new Set(old.map(({ name }) => name));
  const newNames = new Set(young.map(({ name }) => name));
  const renames = new Map<string, string>();
  for (const [from, to] of known)
    if (oldNames.has(from) && !newNames.has(from) && newNames.has(to) && !oldNames.has(to))
      renames.set(from, to);
  const found = new Set(renames.values());
  const removed = old.filter(({ name }) => !newNames.has(name) && !renames.has(name));
  const added = young.filter(({ name }) => !oldNames.has(name) && !found.has(name));
  if (removed.length === 0 || added.length === 0) return renames;

  const [oldTrigger, ...noOther] = removed.filter(isTrigger);
  const [newTrigger, ...noMore] = added.filter(isTrigger);
  if (oldTrigger && newTrigger && noOther.length + noMore.length === 0)
    return matchWidgets(before, after, new Map([...known, [oldTrigger.name, newTrigger.name]]));

  const masked = new Map([...removed, ...added].map(({ name }) => [name, unknownName]));
  const oldTraits = traitsOf(before, removed, new Map([...masked, ...renames]));
  const newTraits = traitsOf(after, added, masked);
  const candidates = pairsOf(oldTraits, newTraits)
    .map(([old, young]) => ({ old, young, score: scoreOf(old, young) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score);
  for (const { old, young } of candidates) {
    if (renames.has(old.name) || found.has(young.name)) continue;
    renames.set(old.name, young.name);
    found.add(young.name);
  }
  return renames;
}

type Named = State & { name: string };

function isTrigger({ type }: State): boolean {
  return type === 'trigger';
}

/** What a widget is recognised by; the names of widgets that are in one definition only are masked in all of it. */
type Traits = {
  name: string;
  type: string | undefined;
  properties: JsonObject;
  /** Them as text, the keys sorted. */
  content: string;
  offset: string;
  /** `event next` of each connection, and the conditions. */
  outgoing: string[];
  /** `widget event` of each connection to it. */
  incoming: string[];
  /** What comparing it costs: entries of its lists, and characters. */
  size: number;
};

function traitsOf(
  definition: FlowDefinition,
  wanted: readonly Named[],
  masks: ReadonlyMap<string, string>,
): Traits[] {
  const cords = (definition.states as Named[]).flatMap((state) => {
    const from = masks.get(state.name) ?? state.name;
    return transitionsOf(state).map(({ event, next }) => ({ next, trait: `${from} ${event}` }));
  });
  const byTarget = Map.groupBy(cords, ({ next }) => next);
  return wanted.map((state) => {
    const masked = renameReferences(state, masks);
    const { [layoutKey]: offset, ...properties } = propertiesOf(masked);
    const outgoing = transitionsOf(masked).map(({ event, next, conditions }) =>
      [event, masks.get(next ?? '') ?? next ?? '', JSON.stringify(conditions ?? null)].join(' '),
    );
    const { name, type } = state;
    const incoming = byTarget.get(name)?.map(({ trait }) => trait) ?? [];
    const content = jsonKey(properties);
    return {
      ...{ name, type, properties, content, outgoing, incoming },
      offset: offset === undefined ? '' : jsonKey(offset),
      size: 4 + outgoing.length + incoming.length + content.length / charactersInEntry,
    };
  });
}

/**
 * All pairs of the same type that share the content, the place or a connection, each once; where comparing them is too
 * much, those that share what few have. n log n in the traits.
 */
function pairsOf(old: readonly Traits[], young: readonly Traits[]): [Traits, Traits][] {
  const keysOf = ({ type, content, offset, incoming }: Traits) => [
    `content ${type} ${content}`,
    ...(offset === '' ? [] : [`offset ${type} ${offset}`]),
    ...new Set(incoming.map((each) => `incoming ${type} ${each}`)),
  ];
  const byKey = new Map<string, { old: Traits[]; young: Traits[] }>();
  const bucketOf = (key: string) => {
    const bucket = byKey.get(key) ?? { old: [], young: [] };
    byKey.set(key, bucket);
    return bucket;
  };
  for (const each of old) for (const key of keysOf(each)) bucketOf(key).old.push(each);
  for (const each of young) for (const key of keysOf(each)) bucketOf(key).young.push(each);
  const pairs = new Map<Traits, Set<Traits>>();
  let left = comparisonsOfEach * [...old, ...young].reduce((sum, { size }) => sum + size, 0);
  const rarestFirst = [...byKey.values()]
    .filter((each) => each.old.length * each.young.length <= maxPairsOfTrait)
    .sort((a, b) => a.old.length * a.young.length - b.old.length * b.young.length);
  for (const bucket of rarestFirst)
    for (const each of bucket.old)
      for (const other of bucket.young) {
        left -= 1;
        const known = pairs.get(each) ?? new Set();
        if (left < 0 || known.has(other)) continue;
        left -= each.size + other.size;
        pairs.set(each, known.add(other));
      }
  return [...pairs].flatMap(([each, others]) => [...others].map((other): [Traits, Traits] => [each, other]));
}

/**
 * From 0 to 1: content counts most, then where the connections go, where they come from, and the place. The same content
 * at the same place is 1 and more: several copies may lie on each other, and their connections tell them apart.
 */
function scoreOf(old: Traits, young: Traits): number {
  const connections =
    0.2 * overlap(old.outgoing, young.outgoing) + 0.2 * overlap(old.incoming, young.incoming);
  const isSamePlace = old.offset === young.offset;
  if (isSamePlace && old.content === young.content) return 1 + connections;
  return 0.4 * contentScore(old, young) + connections + 0.2 * placeScore(old, young);
}

/** Files without any positions say nothing by them. */
function placeScore(old: Traits, young: Traits): number {
  if (old.offset === '' && young.offset === '') return 0.5;
  return old.offset === young.offset ? 1 : 0;
}

/** Values that both have from the defaults of their type say nothing: of two untouched widgets it is 0.5. */
function contentScore(old: Traits, young: Traits): number {
  const defaults = widgetType(old.type)?.defaults ?? {};
  const keys = [...new Set([...Object.keys(old.properties), ...Object.keys(young.properties)])].filter(
    (key) =>
      !sameOrBothAbsent(old.properties[key], defaults[key]) ||
      !sameOrBothAbsent(young.properties[key], defaults[key]),
  );
  if (keys.length === 0) return 0.5;
  const sum = keys.reduce((all, key) => all + valueScore(old.properties[key], young.properties[key]), 0);
  return sum / keys.length;
}

function valueScore(old: Json | undefined, young: Json | undefined): number {
  if (sameOrBothAbsent(old, young)) return 1;
  return typeof old === 'string' && typeof young === 'string' ? textScore(old, young) : 0;
}

/** The share of a text that is left when what both begin and end with is taken as the same. */
function textScore(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same < most && a[same] === b[same]) same += 1;
  let tail = 0;
  while (tail < most - same && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return (same + tail) / Math.max(a.length, b.length);
}

/** The share of entries that both lists have; 0.5 for two empty ones, which say nothing. */
function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 0.5;
  const left = new Map<string, number>();
  for (const each of b) left.set(each, (left.get(each) ?? 0) + 1);
  const shared = a.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count > 0;
  }).length;
  return shared / Math.max(a.length, b.length);
}
