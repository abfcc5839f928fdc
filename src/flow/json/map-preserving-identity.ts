/** A map that gives the same array back when every item stayed the same. */
export function mapPreservingIdentity<Item>(
  items: Item[],
  change: (item: Item, index: number) => Item,
): Item[] {
  let changed: Item[] | null = null;
  // Not by entries(), which makes an array for each: definitions have many short lists.
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] as Item;
    const now = change(item, index);
    if (changed === null && now !== item) changed = items.slice(0, index);
    changed?.push(now);
  }
  return changed ?? items;
}
