/** Placing a new widget: at a position, or at a free position below its source. */

import { type FlowDefinition, offsetOf, type Point } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { connect, insertNewOnCord } from '#flow/edit/connect.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import { cardSize } from '#flow/layout/layout.ts';
import type { OutletRef } from '../../canvas/canvas-props.ts';

const grid = 20;
const gap = 80;

/** A definition with a new widget, and its id. */
export type PlacedWidget = { definition: FlowDefinition; id: string };

/** Adds a widget with its top middle at `at`: connected to `from` when that is given, or inserted into its connection. */
export function addWidgetAt(
  definition: FlowDefinition,
  type: string,
  at: Point,
  from: OutletRef | null,
  inserts: boolean,
): PlacedWidget {
  const { width } = cardSize({ type });
  const position = snapToGrid({ x: at.x - width / 2, y: at.y });
  if (from !== null && inserts) return insertNewOnCord(definition, from, type, position);
  const added = addWidget(definition, type, position);
  return from === null ? added : { ...added, definition: connect(added.definition, from, added.id) };
}

/**
 * Adds a widget below `after`, connected to its outlet `preferredOutlet` when that is free, else to its first free
 * one. Without `after`, or when it has no position, the top middle of the new widget is at `fallback`.
 */
export function addWidgetAfter(
  definition: FlowDefinition,
  type: string,
  after: string | null,
  fallback: Point,
  preferredOutlet: string | null = null,
): PlacedWidget {
  const index = after === null ? -1 : widgetIds(definition).indexOf(after);
  const source = definition.states[index];
  const sourcePosition = source && offsetOf(source);
  if (source === undefined || after === null || !sourcePosition)
    return addWidgetAt(definition, type, fallback, null, false);
  const outlets = outletsOf(source);
  const freeOutlets = outlets.filter((outlet) => outlet.next === null);
  const outlet = freeOutlets.find(({ key }) => key === preferredOutlet) ?? freeOutlets[0];
  const { width, height } = cardSize(source);
  const column = outlet === undefined ? 0 : outlets.indexOf(outlet);
  const below = {
    x:
      sourcePosition.x +
      (width * (column + 0.5)) / Math.max(1, outlets.length) -
      cardSize({ type }).width / 2,
    y: sourcePosition.y + height + gap,
  };
  const added = addWidget(definition, type, freePosition(definition, type, snapToGrid(below)));
  if (outlet === undefined) return added;
  return { ...added, definition: connect(added.definition, { widget: after, outlet: outlet.key }, added.id) };
}

/** The position itself, or the nearest one to its right where the card overlaps no other. */
function freePosition(definition: FlowDefinition, type: string, preferred: Point): Point {
  const { width, height } = cardSize({ type });
  const boxes = definition.states.flatMap((state) => {
    const position = offsetOf(state);
    return position === null ? [] : [{ ...position, ...cardSize(state) }];
  });
  const overlaps = ({ x, y }: Point) =>
    boxes.some(
      (box) =>
        x < box.x + box.width + grid &&
        box.x < x + width + grid &&
        y < box.y + box.height + grid &&
        box.y < y + height + grid,
    );
  let position = preferred;
  while (overlaps(position)) position = { x: position.x + width + 2 * grid, y: position.y };
  return position;
}

function snapToGrid({ x, y }: Point): Point {
  return { x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid };
}
