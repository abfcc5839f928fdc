/** Where the outlets of a card are: their jacks are on the grid wherever the card is, so that a card below one is in line with it. */

/** Jacks are a multiple of this apart, in canvas units. */
const grid = 20;

/** The distance of neighbouring jacks on a card of that width. */
function spacingOf(width: number, count: number): number {
  return Math.max(grid, Math.round(width / count / grid) * grid);
}

/**
 * The distance of each jack from the left edge of the card: evenly spaced on the grid, around the middle.
 * Grows: n in outlets.
 */
export function jackOffsets(width: number, count: number): number[] {
  const spacing = spacingOf(width, count);
  return Array.from({ length: count }, (_, index) => width / 2 + (index - (count - 1) / 2) * spacing);
}

/** A cell of the row of outlets: its width, and where its jack is from its left edge. */
export type OutletCell = { width: number; jack: number };

/**
 * The cells of all outlets: they meet half way between their jacks, and the outer ones end with the card.
 * Grows: n in outlets.
 */
export function outletCells(width: number, count: number): OutletCell[] {
  const jacks = jackOffsets(width, count);
  const edges = jacks.map((jack, index) => (index === 0 ? 0 : (jack + (jacks[index - 1] ?? 0)) / 2));
  return jacks.map((jack, index) => {
    const left = edges[index] ?? 0;
    return { width: (edges[index + 1] ?? width) - left, jack: jack - left };
  });
}

/** The outlet in whose cell a point is that is `x` canvas units from the left edge; -1 beside the card. */
export function outletIndexAt(width: number, count: number, x: number): number {
  let right = 0;
  if (x < 0) return -1;
  return outletCells(width, count).findIndex((cell) => {
    right += cell.width;
    return x < right;
  });
}
