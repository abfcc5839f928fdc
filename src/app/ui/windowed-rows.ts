/** Which rows of a long list are drawn: those in view and some around them, of whatever heights. Pure. */

/** Rows from `from` to before `to` are drawn, with empty space of so many px above and below them. */
export type RowWindow = { from: number; to: number; above: number; below: number };

/** The distance in px from the first row to each row, and at the end to behind the last. */
export function rowOffsets(total: number, heightOf: (index: number) => number): number[] {
  const offsets = [0];
  for (let index = 0; index < total; index += 1) offsets.push((offsets[index] ?? 0) + heightOf(index));
  return offsets;
}

/** The rows that touch the view from `top` to `bottom`, both in px from the first row, and `spare` rows at each side. */
export function rowWindow(offsets: readonly number[], top: number, bottom: number, spare: number): RowWindow {
  const total = offsets.length - 1;
  const from = Math.max(0, rowAt(offsets, top) - spare);
  const to = Math.min(total, rowAt(offsets, bottom) + 1 + spare);
  const end = offsets[total] ?? 0;
  return { from, to, above: offsets[from] ?? 0, below: end - (offsets[to] ?? end) };
}

/** The row that a place in px lies in; the nearest when it lies in none. */
function rowAt(offsets: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
