/** One list out of two that have items in common, as merging and putting back do it. */

/**
 * `lead` in its order, and each item of `rest` behind the one that stood before it in the other list, of those that are in
 * both. `placeOf` is the place in the other list, negative for what is not in it; `rest` is sorted by it. Items of the lead
 * that `staysBefore` are not parted from what they stand behind. n log n.
 */
export function interleave<Item extends object>(
  lead: readonly Item[],
  rest: readonly Item[],
  placeOf: (item: Item) => number,
  staysBefore: (item: Item) => boolean = () => false,
): Item[] {
  const anchors = lead.filter((item) => placeOf(item) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
  let next = 0;
  /** What stands behind each item of the lead, null for the beginning. */
  const behind = Map.groupBy(rest, (item) => {
    for (
      let found = anchors[next];
      found !== undefined && placeOf(found) < placeOf(item);
      found = anchors[next]
    )
      next += 1;
    return anchors[next - 1] ?? null;
  });
  const result: Item[] = [];
  let waiting = behind.get(null) ?? [];
  for (const item of lead) {
    if (!staysBefore(item)) {
      for (const each of waiting) result.push(each);
      waiting = behind.get(item) ?? [];
    }
    result.push(item);
  }
  return [...result, ...waiting];
}
