/** Where a new widget goes when no pointer says so, and putting it there. */

import { type FlowDefinition, offsetOf, type Point } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect, insertNewOnCord } from '#flow/edit/connect.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import { cardSize } from '#flow/layout/layout.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';

const grid = 20;
const gap = 80;

/** A definition with a new widget, and the id of that widget. */
export type Placed = { definition: FlowDefinition; id: string };

/** A new widget with its top middle at `at`, plugged into `from` when that is given, or put into its cord. */
export function addWidgetAt(
  definition: FlowDefinition,
  type: string,
  at: Point,
  from: OutletRef | null,
  inserts: boolean,
): Placed {
  const { width } = cardSize({ type });
  const place = snapped({ x: at.x - width / 2, y: at.y });
  if (from !== null && inserts) return insertNewOnCord(definition, from, type, place);
  const added = addWidget(definition, type, place);
  return from === null ? added : { ...added, definition: connect(added.definition, from, added.id) };
}

/**
 * A new widget below `after`, plugged into the outlet `wished` when that is free, else into its first free one;
 * without a widget, or one that has no place, its top middle at `otherwise`.
 */
export function addWidgetAfter(
  definition: FlowDefinition,
  type: string,
  after: string | null,
  otherwise: Point,
  wished: string | null = null,
): Placed {
  const index = after === null ? -1 : widgetIds(definition).indexOf(after);
  const state = definition.states[index];
  const place = state && offsetOf(state);
  if (state === undefined || after === null || !place)
    return addWidgetAt(definition, type, otherwise, null, false);
  const outlets = outletsOf(state);
  const allFree = outlets.filter((outlet) => outlet.next === null);
  const free = allFree.find((outlet) => outlet.key === wished) ?? allFree[0];
  const size = cardSize(state);
  const nth = free === undefined ? 0 : outlets.indexOf(free);
  const preferred = {
    x: place.x + (size.width * (nth + 0.5)) / Math.max(1, outlets.length) - cardSize({ type }).width / 2,
    y: place.y + size.height + gap,
  };
  const added = addWidget(definition, type, freeSpot(definition, type, snapped(preferred)));
  if (free === undefined) return added;
  return { ...added, definition: connect(added.definition, { widget: after, outlet: free.key }, added.id) };
}

/** The place itself, or the nearest one to the right where the card covers no other. */
function freeSpot(definition: FlowDefinition, type: string, preferred: Point): Point {
  const { width, height } = cardSize({ type });
  const taken = definition.states.flatMap((state) => {
    const at = offsetOf(state);
    return at === null ? [] : [{ ...at, ...cardSize(state) }];
  });
  const covers = ({ x, y }: Point) =>
    taken.some(
      (box) =>
        x < box.x + box.width + grid &&
        box.x < x + width + grid &&
        y < box.y + box.height + grid &&
        box.y < y + height + grid,
    );
  let spot = preferred;
  while (covers(spot)) spot = { x: spot.x + width + 2 * grid, y: spot.y };
  return spot;
}

function snapped({ x, y }: Point): Point {
  return { x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid };
}
