/** A map that gives the same array back when every item stayed the same. */
export function mapPreservingIdentity<Item>(
  items: Item[],
  change: (item: Item, index: number) => Item,
): Item[] {
  let changed: Item[] | null = null;
  for (const [index, item] of items.entries()) {
    const now = change(item, index);
    if (changed === null && now !== item) changed = items.slice(0, index);
    changed?.push(now);
  }
  return changed ?? items;
}
