/** The rows of a JSON value that is shown as a tree, level by level. Pure. */

import { isObject, type Json } from '#flow/json/json.ts';
import { pathOf, pointer } from '#flow/json/json-pointer.ts';

/** What happened to a value: it is new, or it was `old` before. Keyed by JSON pointer (`#/widgets/ask`). */
export type JsonMark = { mark: 'added' } | { mark: 'changed'; old: Json };

/** A value in the tree; `id` is its JSON pointer. */
export type JsonNode = { id: string; name: string; value: Json; mark: JsonMark | undefined };

/** Values of one object or array that are shown at first, and with each press on the row behind them. */
export const rowsAtOnce = 100;
/** With more rows than this the tree opens by itself no further. */
const maxRowsOpened = 200;

/** How many values are directly inside of `value`. */
export function childCount(value: Json): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** The marks, and the pointers of all that they are in. */
export type Marks = { own: ReadonlyMap<string, JsonMark>; around: ReadonlySet<string> };

export function marksWithSurroundings(own: ReadonlyMap<string, JsonMark>): Marks {
  const around = new Set<string>();
  for (const id of own.keys()) {
    const path = pathOf(id);
    for (let length = 1; length <= path.length; length += 1) around.add(pointer(...path.slice(0, length)));
  }
  return { own, around };
}

/**
 * The first `limit` values inside of a node, and marked ones behind them. The mark of an added object or array holds for
 * everything below it.
 */
export function childrenOf({ id, value, mark: above }: JsonNode, marks: Marks, limit: number): JsonNode[] {
  if (typeof value !== 'object' || value === null) return [];
  const path = pathOf(id);
  const nodes: JsonNode[] = [];
  for (const [index, [name, child]] of Object.entries(value).entries()) {
    if (index >= limit && marks.around.size === 0) break;
    const below = pointer(...path, name);
    if (index >= limit && !marks.around.has(below)) continue;
    const mark = marks.own.get(below) ?? (above?.mark === 'added' ? above : undefined);
    nodes.push({ id: below, name, value: child, mark });
  }
  return nodes;
}

/** What is open at first: marked values and what they are in, or the first level when nothing is marked. */
export function initiallyOpen(root: JsonNode, marks: Marks): ReadonlySet<string> {
  const open = new Set<string>();
  let level = childrenOf(root, marks, maxRowsOpened);
  let rows = level.length;
  while (level.length > 0) {
    const next: JsonNode[] = [];
    for (const node of level) {
      const isWanted = marks.own.size === 0 || marks.around.has(node.id) || node.mark !== undefined;
      const inside = childCount(node.value);
      if (inside === 0 || !isWanted) continue;
      const shown = childrenOf(node, marks, rowsAtOnce);
      if (rows + shown.length > maxRowsOpened && !marks.around.has(node.id)) continue;
      open.add(node.id);
      rows += shown.length;
      next.push(...shown);
    }
    level = marks.own.size === 0 ? [] : next;
  }
  return open;
}
